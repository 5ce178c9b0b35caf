// The table's page: keys deals into the queue, sends the queue, shows the sheet live.
//
// Everything keyed goes into the queue on the phone first (table_queue.js) and is sent one by
// one, again until acknowledged. What is shown is the server's sheet and the queue on top of it.
// The server judges each entry; what it refuses comes back with its sentence, nothing behind it
// is sent before that is settled. Facts are computed by the server: without a network the value
// is typed. Without this script the page works as plain forms.
"use strict";

const POLL = 5_000; // milliseconds between two looks at what others have keyed
const PATIENCE = 8_000; // milliseconds until a silent server counts as no network
let busy = false;
let etag = "";

async function post(body) {
  const answer = await fetch(location.pathname, {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    cache: "no-store",
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status === 404) return { gone: true };
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function send() {
  if (busy) return;
  busy = true;
  try {
    for (;;) {
      const kept = store.read();
      const head = kept.queue[0];
      if (!head || TableQueue.phase(kept) !== "free") break;
      store.change((now) => {
        if (now.queue[0]?.key === head.key) now.queue[0].tried = true;
      });
      const body = new URLSearchParams([
        ...head.fields,
        ["do", head.do],
        ["key", head.key],
        ["after", head.after],
        ["seat", head.seat],
      ]);
      const answer = await post(body);
      online = heard = true;
      etag = "";
      store.change((now) => {
        if (!answer.gone) now.state = answer.state;
        if (now.queue[0]?.key !== head.key) return;
        if (answer.gone) TableQueue.lose(now, words.gone);
        else if (answer.ok) now.queue.shift();
        else TableQueue.refuse(now, answer, words);
      });
      render();
    }
  } catch {
    online = false;
    render();
  } finally {
    busy = false;
  }
}

async function look() {
  if (busy || document.visibilityState !== "visible") return;
  const kept = store.read();
  if (kept.queue.length && TableQueue.phase(kept) === "free") return void send();
  busy = true;
  try {
    const answer = await fetch(`${location.pathname}state/`, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    // With something unsent the page stays: it says what, the server's "not found" does not.
    if (answer.status === 404 && !kept.queue.length) return location.reload();
    const wasOffline = !online;
    online = answer.ok || [304, 404].includes(answer.status);
    heard ||= online;
    if (answer.status === 200) {
      learn(await answer.json());
      etag = answer.headers.get("ETag") ?? "";
      render();
      queueMicrotask(send); // what was held may be free again
    } else if (wasOffline !== !online) render();
  } catch {
    if (online) {
      online = false;
      render();
    }
  } finally {
    busy = false;
  }
}

// So that the page opens again without a network, where the browser lets it (HTTPS, or this
// computer itself): the page and its files as they are now.
async function keepPage() {
  if (!navigator.serviceWorker || !window.caches) return;
  await navigator.serviceWorker.register(boot.worker);
  const cache = await caches.open("table");
  const files = document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]");
  await cache.addAll([location.pathname, ...[...files].map((one) => one.href || one.src)]);
}

learn(boot.state, true);
document.documentElement.classList.add("scripted");
render();
send();
keepPage().catch(() => {}); // no network just now, or no room: the next time will do
setInterval(look, POLL);
document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
window.addEventListener("offline", () => {
  online = false;
  render();
});
