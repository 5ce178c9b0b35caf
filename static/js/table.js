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
      if (!head || kept.refused) break;
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
        now.state = answer.state;
        if (now.queue[0]?.key !== head.key) return;
        if (answer.ok) now.queue.shift();
        else if (head.rows) now.refused = { message: answer.message, code: answer.code };
        else {
          // An undo or a confirmation that no longer fits has nothing to keep.
          now.queue.shift();
          now.refused = now.queue.length ? { message: answer.message, code: "conflict" } : undefined;
          now.told = answer.message;
        }
      });
      tell();
      render();
    }
  } catch {
    online = false;
    render();
  } finally {
    busy = false;
  }
}

// What was refused without anything lost is said once.
function tell() {
  const told = store.change((kept) => {
    const { told: text } = kept;
    delete kept.told;
    return text;
  });
  if (told) complain(told);
  if (told) $("notice").textContent = told;
}

async function look() {
  if (busy || document.visibilityState !== "visible") return;
  if (store.read().queue.length && !store.read().refused) return void send();
  busy = true;
  try {
    const answer = await fetch(`${location.pathname}state/`, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 404) return location.reload();
    const wasOffline = !online;
    online = answer.ok || answer.status === 304;
    heard ||= online;
    if (answer.status === 200) {
      learn(await answer.json());
      etag = answer.headers.get("ETag") ?? "";
      render();
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
