// A sheet while it is typed, beside desk.js, which walks through its fields.
"use strict";

// The live sheet: the answer of check-sheet replaces what is shown, never what is being typed.
function patch(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const one of fresh.querySelectorAll("[data-live]")) {
    const here = document.getElementById(one.id);
    if (!here) continue;
    if (here.className !== one.className) here.className = one.className;
    if (one.dataset.live !== "class" && here.innerHTML !== one.innerHTML) {
      here.innerHTML = one.innerHTML;
    }
  }
}

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr, successful } = event.detail;
  if (successful && elt.matches?.("[data-live-form]")) patch(xhr.responseText);
});

// P: a Lustsolo that should have been the Pflichtsolo moves to that section; the lines after it
// move up, for a Pflichtsolo takes no normal line.
function toPflichtsolo(button) {
  const form = button.form ?? button.closest("form");
  const at = Number(button.dataset.pflicht.slice(1));
  const named = (name) => form.elements[name];
  let free = 1;
  while (named(`p${free}s`) && (named(`p${free}s`).value || named(`p${free}v`).value)) free += 1;
  if (!named(`p${free}s`)) return;
  for (let n = 1; named(`p${n}a`); n += 1) {
    const after = named(`p${n}a`);
    if (Number(after.value) >= at) after.value = String(Number(after.value) - 1);
  }
  named(`p${free}s`).value = button.dataset.soloist;
  named(`p${free}v`).value = button.dataset.value;
  named(`p${free}a`).value = String(at - 1);
  named(`p${free}f`).value = named(`n${at}f`).value;
  const focused = document.activeElement?.name?.match(/^n(\d+)([wv])$/);
  for (let n = at; named(`n${n}w`); n += 1) {
    for (const part of ["w", "v", "k", "s", "f"]) {
      named(`n${n}${part}`).value = named(`n${n + 1}${part}`)?.value ?? "";
    }
    named(`n${n}b`).checked = named(`n${n + 1}b`)?.checked ?? false;
  }
  if (focused && Number(focused[1]) > at) go(named(`n${Number(focused[1]) - 1}${focused[2]}`));
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-pflicht]");
  if (button) toPflichtsolo(button);
});

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "p" || event.ctrlKey || event.altKey || event.metaKey) return;
  const field = event.target;
  if (!field.matches?.("[data-live-form] [data-done]")) return;
  const buttons = [...document.querySelectorAll("[data-pflicht]")];
  const above = buttons.filter(
    (one) => one.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const button = above.at(-1) ?? buttons[0];
  if (!button) return;
  event.preventDefault();
  toPflichtsolo(button);
});

// When the last penalty line is used, there is one more.
function addPenaltyLine(row) {
  const [, number] = row.id.match(/^x(\d+)$/);
  const next = Number(number) + 1;
  if (document.getElementById(`x${next}`) || next > 30) return;
  const finding = document.getElementById(`${row.id}-f`);
  for (const one of [finding, row]) {
    const copy = one.cloneNode(true);
    for (const part of [copy, ...copy.querySelectorAll("[id], [name]")]) {
      for (const name of ["id", "name"]) {
        const value = part.getAttribute(name);
        if (value) part.setAttribute(name, value.replace(/^x\d+/, `x${next}`));
      }
    }
    for (const field of copy.querySelectorAll("input")) field.value = "";
    for (const cell of copy.querySelectorAll(".run")) cell.textContent = "";
    if (one === finding) copy.replaceChildren();
    copy.classList.remove("bad");
    finding.after(copy);
  }
}

document.addEventListener("input", (event) => {
  const row = event.target.closest?.("[data-live-form] tr[id^=x]");
  if (row && event.target.value) addPenaltyLine(row);
});

// F: the facts of the line that is being typed. Its button needs no stop of its own on the way.
for (const button of document.querySelectorAll("[data-facts]")) button.tabIndex = -1;

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.altKey || event.metaKey) return;
  // Where a line was done and the next one was entered by itself, the line just typed is meant.
  const field = event.target === lastJump?.to ? lastJump.from : event.target;
  const button = field.closest?.("[data-live-form] tr")?.querySelector("[data-facts]");
  if (!button) return;
  event.preventDefault();
  button.click();
});
