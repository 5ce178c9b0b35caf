// Setting up. Every page works without this; it saves looking and clicking.
"use strict";

// Tie-breaks: the next place is asked for when the one before it is filled.
function showPlaces(group) {
  let open = true;
  for (const select of group.querySelectorAll("select")) {
    const field = select.closest(".field");
    field.hidden = !open && !select.value;
    open = open && select.value !== "";
  }
}

for (const group of document.querySelectorAll("[data-ordered]")) {
  showPlaces(group);
  group.addEventListener("change", () => showPlaces(group));
}

// Adding by hand: who in the address book has the name that is being typed?
const add = document.getElementById("add");
if (add) {
  const known = document.getElementById("known");
  const names = [add.elements.last_name, add.elements.first_name];
  let asked = 0;
  let timer;
  async function ask() {
    const turn = ++asked;
    const query = new URLSearchParams({ last_name: names[0].value, first_name: names[1].value });
    try {
      const answer = await fetch(`${known.dataset.ask}?${query}`);
      if (answer.ok && turn === asked) known.innerHTML = await answer.text();
    } catch {
      // No network: the server asks once more when the form is sent.
    }
  }
  for (const field of names) {
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 250);
    });
  }
}

// Import: a row that was edited says that it wants another look.
const preview = document.getElementById("preview");
if (preview) {
  preview.addEventListener("input", (event) => {
    const row = event.target.closest("tr");
    if (row) row.classList.toggle("out", row.querySelector("[name=leave_out]").checked);
  });
}
