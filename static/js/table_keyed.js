// Keying at the table: the form becomes an entry of the queue, an entry refused comes back into it.
"use strict";

// The deal in the form, or a sentence about what is missing.
function keyed() {
  const kind = chosen("kind");
  const alone = words.alone.includes(kind);
  const soloist = alone ? Number(chosen("soloist")) || null : null;
  const boxes = [...form.querySelectorAll("[name=winner]:checked")];
  const typed = form.elements.typed.value.trim() || chosen("value");
  const value = /^\+?\d{1,2}$/.test(typed) ? Number(typed) : null;
  if (alone && !soloist) return words.choose_soloist;
  if (alone && !chosen("won")) return words.choose_won;
  if (value === null) return words.choose_value;
  const winners = boxes.map((box) => Number(box.value));
  if (!alone && winners.length !== 2 && (winners.length || value)) return words.choose_winners;
  if (!alone) return { kind, soloist, winners, value };
  return { kind, soloist, winners: chosen("won") === "yes" ? [soloist] : [], value };
}

function preview() {
  const deal = keyed();
  const kept = store.read();
  if (typeof deal === "string") {
    $("preview").textContent = "";
    return;
  }
  const { at } = tableRules.walk(kept.state.rules, TableQueue.rows(kept.state, kept.queue));
  const scores = tableRules.scores(kept.state.rules, at, deal);
  $("preview").textContent = scores.map((n, index) => `${index + 1}: ${points(n)}`).join("  ");
}

function complain(text) {
  $("preview").textContent = text;
  $("preview").classList.add("fault");
}

function fieldsOf(element) {
  const skipped = new Set(["after", "key", "seat"]);
  return [...new FormData(element)].filter(([name]) => !skipped.has(name));
}

function add(entry) {
  store.change((kept) => {
    const corrected = kept.correcting && kept.queue[0]?.key === kept.correcting;
    entry.key = newKey();
    entry.seat = entry.seat ?? kept.seat;
    for (const row of entry.rows ?? []) row.mark = `${entry.key}:`;
    if (entry.rows) entry.rows.at(-1).mark = entry.key;
    if (corrected && entry.do === "deal") {
      kept.queue[0] = entry;
      TableQueue.chain(kept.state, kept.queue);
      delete kept.refused;
      delete kept.correcting;
    } else {
      entry.after = TableQueue.mark(kept.state, kept.queue);
      kept.queue.push(entry);
    }
  });
  render();
  send();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.value === "compute") return void compute();
  const deal = keyed();
  if (typeof deal === "string") return complain(deal);
  const kept = store.read();
  const before = kept.correcting ? [] : kept.queue;
  const { at } = tableRules.walk(kept.state.rules, TableQueue.rows(kept.state, before));
  const scores = tableRules.scores(kept.state.rules, at, deal);
  const rows = [{ kind: deal.kind, soloist: deal.soloist, scores }];
  add({ do: "deal", fields: fieldsOf(form), rows });
  clearForm();
  window.scrollTo({ top: 0 });
});

function clearForm() {
  const facts = form.querySelector("details");
  form.reset();
  for (const one of form.querySelectorAll("[name=winner], [name=re], [name=soloist], [name=won], [name=value]")) {
    one.checked = false;
  }
  form.elements.typed.value = "";
  form.elements.facts.value = "";
  $("computed").replaceChildren();
  facts.open = false;
  check("kind", "normal");
  render();
}

form.addEventListener("change", (event) => {
  const { name, checked, value } = event.target;
  if (name === "winner" || name === "re") keepTwo(name, event.target);
  if (name === "value" && checked) form.elements.typed.value = "";
  if (name === "kind") render();
  if (event.target.closest("details")) form.elements.facts.value = "";
  $("preview").classList.remove("fault");
  if (value !== undefined) preview();
});

form.elements.typed.addEventListener("input", () => {
  for (const one of form.querySelectorAll("[name=value]")) one.checked = false;
  $("preview").classList.remove("fault");
  preview();
});

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

async function compute() {
  const body = new URLSearchParams([...fieldsOf(form), ["do", "compute"]]);
  const answer = await post(body).catch(() => null);
  if (!answer) return void ($("computed").textContent = words.no_net_compute);
  if (!answer.ok) return void ($("computed").textContent = answer.message);
  const { winners, value, lines, parties } = answer.computed;
  for (const box of form.querySelectorAll("[name=winner]")) {
    box.checked = winners.includes(Number(box.value));
  }
  tapped.winner = winners.map(String);
  if (words.alone.includes(chosen("kind"))) {
    check("won", winners.includes(Number(chosen("soloist"))) ? "yes" : "no");
  }
  for (const one of form.querySelectorAll("[name=value]")) one.checked = false;
  form.elements.typed.value = String(value);
  form.elements.facts.value = "1";
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
  preview();
}

$("plain").addEventListener("submit", (event) => {
  event.preventDefault();
  const kept = store.read();
  const rows = TableQueue.rows(kept.state, kept.queue);
  if (event.submitter.value === "strike") {
    const { at } = tableRules.walk(kept.state.rules, rows);
    const n = tableRules.strikeable(kept.state.rules, at);
    const struck = Array.from({ length: n }, () => ({ kind: "struck", soloist: null, scores: null }));
    return add({ do: "strike", fields: [], rows: struck });
  }
  const last = kept.queue.at(-1);
  if (last?.do === "deal" && !last.tried) {
    // Never sent, so nobody has it: it just leaves the phone.
    store.change((now) => void now.queue.pop());
    render();
  } else {
    add({ do: "undo", fields: [] });
  }
  fill(fieldsFrom(rows.at(-1)));
});

// A deal taken back stands in the form again: mostly one thing about it was wrong.
function fieldsFrom({ kind, soloist, scores }) {
  if (!scores) return [];
  const won = scores.map((score, index) => [index + 1, score]).filter(([, score]) => score > 0);
  const value = String(Math.min(...scores.filter(Boolean).map(Math.abs), 999)).replace("999", "0");
  const fields = [["kind", kind], ["typed", value]];
  if (soloist) {
    const how = won.some(([seat]) => seat === soloist) ? "yes" : "no";
    return [...fields, ["soloist", String(soloist)], ["won", how]];
  }
  return [...fields, ...won.map(([seat]) => ["winner", String(seat)])];
}

$("finish").addEventListener("submit", (event) => {
  event.preventDefault();
  add({ do: "confirm", fields: [], seat: Number(event.submitter.value), rows: undefined });
});

$("refused").addEventListener("click", (event) => {
  const act = event.target.dataset.act;
  if (!act) return;
  if (act === "correct") {
    const entry = store.change((kept) => {
      kept.correcting = kept.queue[0].key;
      return kept.queue[0];
    });
    keying = true;
    render();
    fill(entry.fields);
    form.scrollIntoView();
    return;
  }
  store.change((kept) => {
    // What was keyed behind a sheet that has changed hangs on it: it goes or stays as a whole.
    if (act === "drop" && ["conflict", "dead"].includes(kept.refused?.code)) kept.queue = [];
    else if (act === "drop") kept.queue.shift();
    TableQueue.chain(kept.state, kept.queue);
    delete kept.refused;
    delete kept.correcting;
  });
  render();
  send();
});

function fill(fields) {
  clearForm();
  for (const [name, value] of fields) {
    const one = form.querySelector(`[name=${name}][value="${CSS.escape(value)}"]`);
    if (one && (one.type === "radio" || one.type === "checkbox")) one.checked = true;
    else if (form.elements[name] && !form.elements[name].length) form.elements[name].value = value;
    else if (form.elements[name]?.tagName === "SELECT") form.elements[name].value = value;
  }
  form.elements.facts.value = "";
  tapped.winner = fields.filter(([name]) => name === "winner").map(([, value]) => value);
  render();
}

for (const button of $("choose-seat").querySelectorAll("[data-seat]")) {
  button.addEventListener("click", () => {
    store.change((kept) => (kept.seat = Number(button.dataset.seat)));
    render();
  });
}
$("change-seat").addEventListener("click", () => {
  store.change((kept) => delete kept.seat);
  keying = false;
  render();
});
$("take-over").addEventListener("click", () => {
  keying = true;
  render();
});
