// The desk by keyboard: shortcuts, fields that Enter walks through, live sums, the live sheet,
// the clock. Every page works without this script; nothing is computed here that is stored.
"use strict";

const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "\u2212"));

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
    } else if (event.key === "Escape" && typing(event.target)) {
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
});

// Who presses Enter out of habit, where the field had gone on already, is not sent further.
document.addEventListener(
  "keydown",
  (event) => {
    const field = justJumped;
    justJumped = null;
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
  const button = event.target.closest?.("[data-live-form] tr")?.querySelector("[data-facts]");
  if (!button) return;
  event.preventDefault();
  button.click();
});

// Leaving a sheet with something typed and not saved asks first.
const sheet = document.querySelector("[data-live-form]");
if (sheet) {
  let touched = "unsaved" in sheet.dataset || document.querySelector(".alert") !== null;
  sheet.addEventListener("input", () => (touched = true));
  sheet.addEventListener("submit", () => (touched = false));
  sheet.addEventListener("click", (event) => {
    if (event.target.closest(".sheet-acts a")) touched = false; // "Keep what is saved" is a choice
  });
  window.addEventListener("beforeunload", (event) => {
    if (touched) event.preventDefault();
  });
}

// Sent into a dead network, or by who was signed out in another tab, a form would be replaced by an
// error page, and what was typed lost. So before a form in which something was typed leaves, the
// desk must answer, and know the same person.
const unreachable = document.getElementById("unreachable");
const signedOut = document.getElementById("signed-out");
let mayLeave = null;

function holdsTyping(form) {
  const changed = (one) => one.matches("input, textarea") && one.value !== one.defaultValue;
  return form.matches("[data-live-form]") || [...form.elements].some(changed);
}

// Whether the desk answers this person. The token of the page's forms is renewed: signing in anew
// makes another.
async function deskAnswers() {
  let told;
  try {
    const answer = await fetch(signedOut.dataset.who, {
      cache: "no-store",
      signal: AbortSignal.timeout(5000),
    });
    told = await answer.json();
  } catch {
    unreachable.hidden = false;
    return false;
  }
  unreachable.hidden = true;
  signedOut.hidden = told.user === signedOut.dataset.user;
  signedOut.querySelector("[data-nobody]").hidden = told.user !== "";
  signedOut.querySelector("[data-another]").hidden = told.user === "";
  if (!signedOut.hidden) {
    signedOut.scrollIntoView({ block: "nearest" });
    return false;
  }
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) {
    field.value = told.token;
  }
  document.body.setAttribute("hx-headers", JSON.stringify({ "x-csrftoken": told.token }));
  return true;
}

document.addEventListener(
  "submit",
  async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (form.method !== "post" || !unreachable || !holdsTyping(form)) return;
    if (form.matches("[hx-post]:not([data-live-form])")) return; // htmx stays on the page
    if (form === mayLeave) {
      mayLeave = null;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (form.dataset.asking) return;
    form.dataset.asking = "1";
    const answers = await deskAnswers();
    delete form.dataset.asking;
    if (!answers) return;
    mayLeave = form;
    form.requestSubmit(button);
  },
  true,
);

document.addEventListener("htmx:sendError", () => (unreachable.hidden = false));
document.addEventListener("htmx:afterOnLoad", () => (unreachable.hidden = true));

// Two players of a draft are clicked, one after the other: then what their swap would mean is
// shown. Tables ticked to stay are remembered meanwhile.
const swap = document.querySelector("[data-swap-form]");
if (swap) {
  const { one, other } = swap.elements;
  const pick = () => {
    for (const link of document.querySelectorAll("[data-swap]")) {
      link.closest("li").classList.toggle("picked", link.dataset.swap === one.value);
    }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-swap]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (one.value && one.value !== link.dataset.swap) {
      other.value = link.dataset.swap;
      swap.requestSubmit();
    } else {
      one.value = one.value ? "" : link.dataset.swap;
    }
    pick();
  });
  one.addEventListener("input", pick);

  const boxes = [...document.querySelectorAll("input[name=lock]")];
  const place = `stays ${location.pathname}`;
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "[]");
  for (const box of boxes) if (kept.includes(box.value)) box.checked = true;
  document.addEventListener("submit", (event) => {
    const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
    if (event.target === swap) sessionStorage.setItem(place, JSON.stringify(ticked));
    else sessionStorage.removeItem(place);
  });
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
