// The desk by keyboard: shortcuts, fields that Enter walks through, live sums, the clock. Every
// page works without this script; nothing is computed here that is stored.
"use strict";

const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "\u2212"));

// Enter held down sends one form once, and does not press the button of the page that follows: that
// one has the focus only from here on, since a key may come before this script.
for (const button of document.querySelectorAll("[data-focus]")) button.focus();
document.addEventListener(
  "keydown",
  (event) => {
    const presses = event.target.matches?.("a, button, input, select");
    if (event.repeat && event.key === "Enter" && presses) event.preventDefault();
  },
  true,
);

// Shortcuts: an element with data-key is pressed (or, a field, entered) by that key.
function typing(target) {
  return target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select");
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.ctrlKey) {
    if (event.key === "Enter") {
      const save = document.querySelector("[data-save]");
      const reason = document.getElementById("correct-reason");
      if (reason && !reason.value.trim()) {
        event.preventDefault();
        reason.focus();
      } else if (save) {
        event.preventDefault();
        save.click();
      }
    }
    return;
  }
  const inField = typing(event.target) && event.key !== "Escape";
  // A field for numbers takes no letters. A scanner types an address: its h is dropped, its first t
  // leads to the field that takes table numbers and addresses.
  const isNumbers = event.target.matches?.("[data-sum], [data-done]");
  if (inField && !isNumbers) return;
  if (inField && event.key.toLowerCase() === "h") return void event.preventDefault();
  for (const element of document.querySelectorAll(inField ? "[data-key-anywhere]" : "[data-key]")) {
    if (element.dataset.key.toLowerCase() !== event.key.toLowerCase()) continue;
    event.preventDefault();
    if (element.matches("input")) {
      element.focus();
      element.select();
    } else if (event.key === "Escape" && typing(event.target) && !("keyAnywhere" in element.dataset)) {
      event.target.blur();
    } else {
      element.click();
    }
    return;
  }
  if (event.key === "Escape") event.target.blur?.();
});

// Enter goes to the next field; on the last one it saves. Arrows go up and down a column.
function fields(form) {
  return [...form.querySelectorAll("[data-next]")].filter((one) => !one.disabled);
}

function go(field) {
  field.focus();
  field.select();
}

function inLine(field) {
  const row = field.closest("tr");
  return [...row.querySelectorAll("[data-next]")].indexOf(field);
}

function upOrDown(field, step) {
  const at = inLine(field);
  let row = field.closest("tr");
  do {
    row = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  } while (row && !row.querySelector("[data-next]"));
  const there = row?.querySelectorAll("[data-next]")[at];
  if (there) go(there);
}

// What a field of the sheet holds is done when no further key can belong to it: then it goes on by
// itself. Two winners; one soloist; a value of one digit, but 1 may become 10 to 19.
const DONE = {
  seats: /^(?!(.)\1)[1-5]{2}$/,
  seat: /^[1-5]$/,
  value: /^-?(?:0|[2-9]|1\d)$/,
  line: /^(?:0|[3-9]|[12]\d)$/,
};
let justJumped = null;
let lastJump = null; // from which field to which, until a key is pressed there

// More than three winners, or one of them twice, are a key hit twice: marked at once, with the
// sentence that the server has for it, before the rest of the sheet lands in the field.
function markSlip(field) {
  const slip = /^\d+$/.test(field.value) && /^.{4,}|(.).*\1/.test(field.value);
  if (slip !== (field.getAttribute("aria-invalid") === "true")) {
    field.setAttribute("aria-invalid", slip);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.dataset?.done === "seats") markSlip(field);
  if (!field.dataset?.done || event.inputType !== "insertText") return;
  if (!DONE[field.dataset.done].test(field.value)) return;
  const all = fields(field.form);
  const next = all[all.indexOf(field) + 1];
  if (!next) return;
  go(next);
  justJumped = next;
  lastJump = { from: field, to: next };
});

// Who presses Enter out of habit, where the field had gone on already, is not sent further.
document.addEventListener(
  "keydown",
  (event) => {
    const field = justJumped;
    justJumped = null;
    if (event.key.toLowerCase() !== "f") lastJump = null;
    if (field !== event.target || field.value || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches?.("[data-next]") || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = fields(field.form);
  const isWhole = field.dataset.done === "seats" && /^(?:[0x]|[=>].*|\S+ \S+)$/i.test(field.value);
  const next = all[all.indexOf(field) + (isWhole ? 2 : 1)];
  if (event.key === "Enter" && !event.shiftKey) {
    if (!next && !field.form.matches("[data-live-form]")) return; // the last total: save
    event.preventDefault();
    if (next) go(next);
    else document.querySelector("[data-save]")?.focus();
    if (isWhole) justJumped = next;
  } else if (event.key === " " && field.matches(".w") && !/^[=>]/.test(field.value)) {
    event.preventDefault();
    if (field.value.trim() && next) go(next);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    upOrDown(field, event.key === "ArrowDown" ? 1 : -1);
  }
});

// The sum of totals, with the difference while they are typed. The server adds them again.
function number(text) {
  const plain = text.trim().replace(/^[\u2212\u2013\u2011\uff0d\ufe63]/, "-");
  return /^[+-]?\s*\d{1,9}$/.test(plain) ? Number(plain.replace(/\s/g, "")) : null;
}

function showSum(form) {
  const out = form.querySelector("[data-sum-out]");
  if (!out) return;
  const numbers = [...form.querySelectorAll("[data-sum]")].map((one) => number(one.value));
  const known = numbers.filter((one) => one !== null);
  const sum = known.reduce((a, b) => a + b, 0);
  const all = known.length === numbers.length;
  out.textContent = known.length ? signed(sum) : "\u00b7";
  out.classList.toggle("wrong", all && sum !== 0);
  out.classList.toggle("right", all && sum === 0);
  out.title = all ? "" : out.dataset.missing;
}

// A row or column copied from a spreadsheet is spread over the seats.
document.addEventListener("paste", (event) => {
  const field = event.target;
  if (!field.matches?.("[data-sum]")) return;
  const parts = event.clipboardData.getData("text").trim().split(/\s*[\t\r\n;]\s*/);
  if (parts.length < 2) return;
  event.preventDefault();
  const all = fields(field.form);
  parts.forEach((part, at) => {
    const one = all[all.indexOf(field) + at];
    if (one) one.value = part;
  });
  showSum(field.form);
});

for (const form of document.querySelectorAll("form.totals")) {
  showSum(form);
  form.addEventListener("input", () => showSum(form));
}

// The clock: the server's time given with the page, so that a wrong laptop clock does no harm.
for (const clock of document.querySelectorAll(".clock[data-now]")) {
  const offset = Number(clock.dataset.now) - Date.now();
  const tick = () => {
    let isUp = false;
    for (const time of clock.querySelectorAll("[data-ends]")) {
      const left = Math.trunc((Number(time.dataset.ends) - Date.now() - offset) / 1000);
      const minutes = Math.trunc(Math.abs(left) / 60);
      const seconds = String(Math.abs(left) % 60).padStart(2, "0");
      time.textContent = `${left < 0 ? "+" : ""}${minutes}:${seconds}`;
      time.parentElement.classList.toggle("over", left <= 0);
      isUp ||= left < 0;
    }
    // What plays and what is missing has changed. Who is typing is not disturbed.
    if (isUp && "reload" in clock.dataset && !typing(document.activeElement)) location.reload();
  };
  tick();
  setInterval(tick, 1000);
}
