// A deal replayed: copying and printing. Keying works by ordinary forms; htmx makes it quick.
"use strict";

function showScriptButtons(root) {
  for (const button of root.querySelectorAll("[data-copy], [data-print]")) button.hidden = false;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // no clipboard without HTTPS, as in the hall
  }
  button.textContent = button.dataset.done;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.copy) copy(button);
  if (button?.matches("[data-print]")) window.print();
});

// On a phone a focused field would bring up the keyboard after each card.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!matchMedia("(pointer: coarse)").matches) return;
  event.detail.serverResponse = event.detail.serverResponse.replaceAll(" autofocus", "");
});

// The server keeps nothing of a deal, so leaving one that was keyed here asks first.
let keyed = false;

function noteKeying() {
  if (document.querySelector("#replay :is(.hands-form .hand .pick, .on-turn)")) keyed = true;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#replay a")) keyed = false; // "Another deal" is a choice
});
window.addEventListener("beforeunload", (event) => {
  if (keyed) event.preventDefault();
});

showScriptButtons(document);
document.addEventListener("htmx:afterSettle", () => {
  showScriptButtons(document);
  noteKeying();
});
