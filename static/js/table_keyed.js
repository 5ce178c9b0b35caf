// Keying at the table: what is tapped becomes an entry of the queue.
"use strict";

function add(entry) {
  store.change((kept) => {
    entry.key = newKey();
    entry.seat = entry.seat ?? kept.seat;
    for (const row of entry.rows ?? []) row.mark = `${entry.key}:`;
    if (entry.rows) entry.rows.at(-1).mark = entry.key;
    delete kept.told;
    if (entry.do === "deal" && isCorrecting(kept)) TableQueue.replace(kept, entry);
    else TableQueue.push(kept, entry);
  });
  correcting = "";
  render();
  send();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.value === "compute") return void compute();
  const deal = keyed();
  if (typeof deal === "string") return complain(deal);
  const missing = missingFact();
  if (missing) {
    FACTS.open = true;
    return complain(missing);
  }
  const value = String(deal.value);
  if (deal.value > UNUSUAL && ![form.dataset.asked, form.dataset.computed].includes(value)) {
    form.dataset.asked = value;
    return complain(say(words.unusual, { n: value }));
  }
  const kept = store.read();
  const { at } = tableRules.walk(kept.state.rules, rowsBefore(kept));
  const scores = tableRules.scores(kept.state.rules, at, deal);
  add({ do: "deal", fields: fieldsOf(), rows: [{ kind: deal.kind, soloist: deal.soloist, scores }] });
  clearForm();
  render();
  window.scrollTo({ top: 0 });
});

$("plain").addEventListener("submit", (event) => {
  event.preventDefault();
  const kept = store.read();
  if (event.submitter.value === "strike") return strike(kept);
  const [row] = TableQueue.undone(TableQueue.shown(kept));
  const fields = takeBack(kept) ?? fieldsFrom(row);
  // The button names the deal before now: give the eye time to see it.
  rest("undo");
  fill(fields);
  render();
});

// Takes the last deal back; returns its fields if it leaves the phone without ever being stored.
function takeBack(kept) {
  const last = kept.queue.at(-1);
  // Behind a head that was refused nothing was sent, and the head itself is nowhere either.
  const isHere = last && last.do !== "undo" && (!last.tried || TableQueue.phase(kept) === "fault");
  if (!isHere) return void add({ do: "undo", fields: [] });
  store.change((now) => {
    now.queue = now.queue.filter((entry) => entry.key !== last.key);
    if (!now.queue.length) delete now.held;
  });
  return last.fields;
}

function strike(kept) {
  const { at } = tableRules.walk(kept.state.rules, TableQueue.shown(kept));
  const n = tableRules.strikeable(kept.state.rules, at);
  const rows = Array.from({ length: n }, () => ({ kind: "struck", soloist: null, scores: null }));
  add({ do: "strike", fields: [], rows });
}

$("finish").addEventListener("submit", (event) => {
  event.preventDefault();
  add({ do: "confirm", fields: [], seat: Number(event.submitter.value) });
});

$("refused").addEventListener("click", ({ target }) => {
  const { act } = target.dataset;
  if (!act) return;
  if (act === "correct") return correct();
  store.change((kept) => {
    delete kept.told;
    if (act === "drop") TableQueue.drop(kept);
    if (act === "again") TableQueue.append(kept);
  });
  correcting = "";
  render();
  send();
});

// What was refused stands in the form again, and takes its own place when it is entered.
function correct() {
  const { queue, held } = store.read();
  correcting = queue[0].key;
  keying = true;
  fill(queue[0].fields);
  render();
  mark(held.where);
  form.scrollIntoView();
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
