// Keeps a public page up to date: asks for the mark of the tournament's state while the page is
// seen, and only if it is another one fetches the page and exchanges its live part. Without this
// script the page is complete and reloading does the same.
"use strict";

const EVERY = 20_000;
const live = document.getElementById("live");
const news = document.getElementById("news");

async function newest() {
  const answer = await fetch(live.dataset.ask, { cache: "no-store" });
  if (answer.status === 404) location.reload();
  return answer.ok ? (await answer.json()).mark : live.dataset.mark;
}

async function exchange() {
  const answer = await fetch(location.href, { cache: "no-cache" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) return;
  const changed = fresh.innerHTML !== live.innerHTML;
  live.dataset.mark = fresh.dataset.mark;
  if (!changed) return;
  const focused = document.activeElement?.closest?.("#live a")?.getAttribute("href");
  const { scrollX, scrollY } = window;
  live.innerHTML = fresh.innerHTML;
  window.scrollTo(scrollX, scrollY);
  if (focused) live.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  news.textContent = news.dataset.text;
}

async function look() {
  if (document.visibilityState !== "visible") return;
  try {
    if ((await newest()) !== live.dataset.mark) await exchange();
  } catch {
    // No network just now; the next look will do.
  }
}

if (live) {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
