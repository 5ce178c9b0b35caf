// A page that writes nothing any more is not kept; what was never stored is said once more.
"use strict";

const gone = new TableQueue(location.pathname);
const left = gone.read().queue.filter((entry) => entry.do === "deal").length;
const unsent = document.getElementById("unsent");
if (left) {
  const text = left === 1 ? unsent.dataset.one : unsent.dataset.more;
  unsent.textContent = text.replace("{n}", left);
  unsent.hidden = false;
} else {
  gone.forget();
}
if (window.caches) caches.open("table").then((cache) => cache.delete(location.pathname));
