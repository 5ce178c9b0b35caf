// A page that writes nothing any more is not kept; what was never stored is said once more.
"use strict";

const gone = new TableQueue(location.pathname);
const words = JSON.parse(document.getElementById("words").textContent);
const left = gone.read().queue.filter((entry) => entry.do === "deal");
const unsent = document.getElementById("unsent");
if (left.length) {
  const text = left.length === 1 ? words.one : words.more;
  unsent.querySelector("p").textContent = text.replace("{n}", left.length);
  const lines = left.map(({ rows: [row] }) => {
    const line = document.createElement("li");
    const scores = row.scores.map((n) => (n > 0 ? `+${n}` : String(n).replace("-", "\u2212")));
    line.textContent = [words.kinds[row.kind], row.soloist, scores.join(" ")].filter(Boolean).join(" ");
    return line;
  });
  unsent.querySelector("ul").replaceChildren(...lines);
  unsent.hidden = false;
} else {
  gone.forget();
}
if (window.caches) caches.open("table").then((cache) => cache.delete(location.pathname));
