// The form of a deal: read, filled, checked, its value computed. It knows nothing of the network.
"use strict";

// Without Absagen a game comes to 10 at most (TSR 7.2), a solo to 9, and special points seldom add
// more than two. Beyond that a digit typed twice is likelier than an Absage, so it is asked once.
const UNUSUAL = 12;
const OF_TWO = new Set(["re", "doppelkopf_re", "doppelkopf_kontra", "fox_re", "fox_kontra", "charlie"]);
const FACTS = form.querySelector(".facts");
// Radio buttons and boxes that a form left empty must not keep.
const TAPPED = "[name=winner], [name=re], [name=soloist], [name=won], [name=value]";

const isAlone = () => words.alone.includes(chosen("kind"));

function check(name, value) {
  const one = form.querySelector(`[name=${name}][value="${value}"]`);
  if (one) one.checked = true;
}

// The deal in the form, or a sentence about what is missing.
function keyed() {
  const kind = chosen("kind");
  const alone = isAlone();
  const soloist = alone ? Number(chosen("soloist")) || null : null;
  const typed = form.elements.typed.value.trim() || chosen("value");
  const value = /^\+?\d{1,2}$/.test(typed) ? Number(typed) : null;
  if (alone && !soloist) return words.choose_soloist;
  if (alone && !chosen("won")) return words.choose_won;
  if (value === null) return words.choose_value;
  const winners = ticked("winner").map(Number);
  if (!alone && winners.length !== 2 && (winners.length || value)) return words.choose_winners;
  if (!alone) return { kind, soloist, winners, value };
  return { kind, soloist, winners: chosen("won") === "yes" ? [soloist] : [], value };
}

const ticked = (name) =>
  [...form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);

// Facts half typed are asked for here, where they can still be finished: the server compares
// them with the points, and it can only do so with all of them.
function missingFact() {
  const given = factFields().some(([name, value]) => name !== "contract" && !["", "none"].includes(value));
  if (!given) return "";
  const missing = !isAlone() && ticked("re").length !== 2 ? words.facts_re : "";
  return missing || (form.elements.card_points.value.trim() ? "" : words.facts_points);
}

function factFields() {
  const names = new Set([...FACTS.querySelectorAll("[name]")].map((one) => one.name));
  return fieldsOf().filter(([name]) => names.has(name));
}

// What of the form belongs to the deal as it is chosen now.
function fieldsOf() {
  const skipped = new Set(["after", "key", "seat", "do"]);
  const alone = isAlone();
  return [...new FormData(form)]
    .filter(([name]) => !skipped.has(name) && !(alone && OF_TWO.has(name)))
    .map(([name, value]) => [name, value.trim()]);
}

function preview() {
  const deal = keyed();
  $("preview").classList.remove("fault");
  if (typeof deal === "string") return void ($("preview").textContent = "");
  const kept = store.read();
  const { at } = tableRules.walk(kept.state.rules, rowsBefore(kept));
  const scores = tableRules.scores(kept.state.rules, at, deal);
  $("preview").textContent = scores.map((n, index) => `${index + 1}: ${points(n)}`).join("  ");
}

function complain(text) {
  $("preview").textContent = text;
  $("preview").classList.add("fault");
}

function clearForm() {
  form.reset();
  for (const one of form.querySelectorAll(TAPPED)) one.checked = false;
  form.elements.typed.value = "";
  clearFacts();
  check("kind", "normal");
  tapped.winner = [];
  unmark();
  delete form.dataset.asked;
}

function clearFacts() {
  for (const one of FACTS.querySelectorAll("input")) {
    if (one.type === "checkbox") one.checked = false;
    else one.value = "";
  }
  for (const one of FACTS.querySelectorAll("select")) one.selectedIndex = 0;
  $("computed").replaceChildren();
  delete form.dataset.computed;
  tapped.re = [];
  FACTS.open = false;
}

function fill(fields) {
  clearForm();
  for (const [name, value] of fields) {
    const one = form.querySelector(`[name=${name}][value="${CSS.escape(value)}"]`);
    if (one && ["radio", "checkbox"].includes(one.type)) one.checked = true;
    else if (form.elements[name]?.tagName) form.elements[name].value = value;
  }
  for (const name of ["winner", "re"]) tapped[name] = ticked(name);
  FACTS.open = fields.some(([name, value]) => (name === "card_points" || name === "re") && value);
}

// The deal of a row as the form holds it.
function fieldsFrom({ kind, soloist, scores, facts }) {
  if (!scores) return [];
  const won = scores.map((score, index) => [index + 1, score]).filter(([, score]) => score > 0);
  const value = Math.min(...scores.filter(Boolean).map(Math.abs), 999);
  const fields = [["kind", kind], ["typed", value === 999 ? "0" : String(value)]];
  for (const [name, told] of Object.entries(facts ?? {})) {
    for (const one of [told].flat()) fields.push([name, one]);
  }
  if (!soloist) return [...fields, ...won.map(([seat]) => ["winner", String(seat)])];
  const how = won.some(([seat]) => seat === soloist) ? "yes" : "no";
  return [...fields, ["soloist", String(soloist)], ["won", how]];
}

// The field a refusal is about.
function mark(where) {
  unmark();
  const name = { winners: "winner", value: "typed", facts: "card_points" }[where] ?? where;
  const field = form.querySelector(`[name="${CSS.escape(String(name ?? ""))}"]`);
  if (!field) return;
  for (const one of form.querySelectorAll(`[name="${field.name}"]`)) {
    one.setAttribute("aria-invalid", "true");
  }
  if (FACTS.contains(field)) FACTS.open = true;
}

function unmark() {
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
}

// Two win: tapping a third lets go of the one tapped first.
const tapped = { winner: [], re: [] };
function keepTwo(name, box) {
  const now = (one) => form.querySelector(`[name=${name}][value="${one}"]`).checked;
  tapped[name] = tapped[name].filter((one) => one !== box.value && now(one));
  if (box.checked) tapped[name].push(box.value);
  while (tapped[name].length > 2) {
    form.querySelector(`[name=${name}][value="${tapped[name].shift()}"]`).checked = false;
  }
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "winner" || target.name === "re") keepTwo(target.name, target);
  if (target.name === "value" && target.checked) form.elements.typed.value = "";
  target.removeAttribute("aria-invalid");
  if (target.name === "kind") render();
  else preview();
});

form.addEventListener("input", ({ target }) => {
  if (target === form.elements.typed) {
    for (const one of form.querySelectorAll("[name=value]")) one.checked = false;
    preview();
  } else if (FACTS.contains(target) && form.dataset.computed) {
    // The value came of other facts than these.
    if (form.elements.typed.value === form.dataset.computed) form.elements.typed.value = "";
    delete form.dataset.computed;
    $("computed").textContent = words.compute_again;
    preview();
  }
});

$("no-facts").addEventListener("click", () => {
  clearFacts();
  unmark();
  preview();
});

async function compute() {
  const kept = store.read();
  const { at } = tableRules.walk(kept.state.rules, rowsBefore(kept));
  const dealer = tableRules.dealerOf(kept.state.rules, at, chosen("kind"), Number(chosen("soloist")));
  const body = new URLSearchParams([...fieldsOf(), ["dealer", dealer], ["do", "compute"]]);
  const answer = await post(body).catch(() => null);
  if (!answer) return void ($("computed").textContent = words.no_net_compute);
  if (!answer.ok) {
    mark(answer.where);
    return void ($("computed").textContent = answer.message);
  }
  unmark();
  const { winners, value } = answer.computed;
  for (const box of form.querySelectorAll("[name=winner]")) {
    box.checked = winners.includes(Number(box.value));
  }
  tapped.winner = winners.map(String);
  if (isAlone()) check("won", winners.includes(Number(chosen("soloist"))) ? "yes" : "no");
  for (const one of form.querySelectorAll("[name=value]")) one.checked = false;
  form.elements.typed.value = form.dataset.computed = String(value);
  showComputed(answer.computed);
  preview();
}

function showComputed({ lines, parties, value }) {
  const list = document.createElement("ul");
  for (const line of lines) {
    const item = cell("li", `${line.party} `);
    item.append(cell("b", `+${line.points} `, "num"), `${line.text} `);
    item.append(cell("small", `TSR ${line.rule}`, "soft"));
    list.append(item);
  }
  const total = document.createElement("p");
  total.append(cell("b", `${parties}: ${value}`));
  $("computed").replaceChildren(total, list);
}
