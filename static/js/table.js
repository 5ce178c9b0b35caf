// The table's page: keys deals into the queue, sends the queue, shows the sheet live.
//
// Everything keyed goes into the queue on the phone first (table_queue.js) and is sent one by
// one, again until acknowledged. What is shown is the server's sheet and the queue on top of it.
// The server judges each entry; what it refuses comes back with its sentence, nothing behind it
// is sent before that is settled. Facts are computed by the server: without a network the value
// is typed. Without this script the page works as plain forms.
"use strict";

const boot = JSON.parse(document.getElementById("boot").textContent);
const words = boot.words;
const store = new TableQueue(location.pathname);
const $ = (id) => document.getElementById(id);
const form = $("deal");
const POLL = 5_000; // milliseconds between two looks at what others have keyed
const PATIENCE = 8_000;
let online = true;
let busy = false;
let keying = false;
let heard = false; // has the server answered since this page was opened?
let etag = "";

const signed = (n) => String(n).replace("-", "\u2212");
const points = (n) => (n > 0 ? `+${n}` : signed(n));
const say = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name] ?? "");
const chosen = (name) => form.querySelector(`[name=${name}]:checked`)?.value ?? "";
const state = () => store.read().state;

// The page itself may come from the phone's cache and be older than what the phone knows.
function learn(fresh, isOfPage = false) {
  store.change((kept) => {
    if (!isOfPage || !kept.state || fresh.revision >= kept.state.revision) kept.state = fresh;
  });
}

// --- what is shown ---------------------------------------------------------------------------

function seatName(seat) {
  return `${seat} ${state().names[seat] ?? ""}`.trim();
}

function describe(row) {
  const kind = words.kinds[row.kind] ?? "";
  return [kind, row.soloist ?? ""].join(" ").trim();
}

function cell(tag, text, className = "") {
  const one = document.createElement(tag);
  one.textContent = text;
  one.className = className;
  return one;
}

const tone = (n) => (n < 0 ? "minus" : n > 0 ? "plus" : "");

function render() {
  const kept = store.read();
  const { state: now, queue } = kept;
  // Only what the server has just said: the page may have come from the cache, without a network.
  if (now.dead && !queue.length && heard) return void location.reload();
  showNet(kept);
  showRefused(kept);
  if (!now.rules) return;
  const rows = TableQueue.rows(now, queue);
  const { at, steps } = tableRules.walk(now.rules, rows);
  const over = now.of_desk || !tableRules.remaining(now.rules, at);
  showHead(now, at, over);
  showForm(kept, at, over);
  showSheet(now, rows, steps);
  showFinish(kept, over);
  const last = rows.at(-1);
  const mayKey = keepsHere(kept) && !now.dead;
  $("undo").hidden = !mayKey || !last || last.fixed || now.of_desk;
  if (last) $("undo").textContent = say(words.undo_of, { what: rowLabel(steps.at(-1), last) });
  const strikeable = tableRules.strikeable(now.rules, at);
  $("time-up").hidden = !mayKey || !now.clock || over || !strikeable || !rows.length;
  $("strike").textContent = say(words.strike, { n: strikeable });
}

function rowLabel(step, row) {
  return step?.deal && row.kind !== "struck" ? say(words.row, { n: step.deal }) : describe(row);
}

function showNet({ queue }) {
  const unsent = queue.length;
  const parts = [];
  if (!online) parts.push(words.no_net);
  else if (unsent) parts.push(words.sending);
  if (unsent) parts.push(say(words.waiting[unsent === 1 ? 0 : 1], { n: unsent }));
  $("net").textContent = parts.join(" \u00b7 ");
  $("net").hidden = !parts.length;
  $("net").classList.toggle("off", !online);
}

function showRefused({ refused, queue, correcting }) {
  $("refused").hidden = !refused;
  if (!refused) return;
  const lost = queue.filter((entry) => entry.rows).map((entry) => describeEntry(entry));
  const list = lost.length ? ` ${say(words.lost, { what: lost.join(" \u00b7 ") })}` : "";
  $("refused-text").textContent = refused.message + list;
  $("refused").querySelector(".acts").hidden = false;
  const dead = refused.code === "dead";
  const head = queue[0];
  showAct("correct", !dead && refused.code !== "conflict" && head?.do === "deal" && !correcting);
  showAct("again", refused.code === "conflict" && head?.do !== "undo");
  showAct("drop", true);
}

function showAct(name, shown) {
  $("refused").querySelector(`[data-act=${name}]`).hidden = !shown;
}

function describeEntry(entry) {
  const [row] = entry.rows;
  const scores = row.scores ? ` (${row.scores.map(points).join(" ")})` : "";
  return describe(row) + scores;
}

function showHead(now, at, over) {
  $("where").textContent = over
    ? words.over
    : say(words.deal, { n: at.played + 1, of: now.rules.deals });
  const dealer = seatName(tableRules.dealer(now.rules, at));
  const owed = at.open.length ? say(words.open, { seats: at.open.join(", ") }) : words.all_played;
  $("due").textContent = over ? "" : `${say(words.dealer, { name: dealer })} \u00b7 ${owed}`;
  const due = over ? null : tableRules.due(now.rules, at);
  const decide = tableRules.needsDecision(now.rules, at);
  $("notice").hidden = due === null && !now.dead;
  if (now.dead) {
    $("notice").textContent = now.dead;
  } else if (due !== null) {
    $("notice").textContent = decide
      ? say(words.decide, { name: dealer })
      : say(words.vorfuehrung, { name: seatName(due) });
  }
}

// Does this phone key? The keeper's does, and who takes over; the others look on.
function keepsHere({ state: now, seat }) {
  return Boolean(seat) && (keying || seat === (now.keeper ?? now.rules.seats));
}

function showForm(kept, at, over) {
  const { state: now, seat } = kept;
  const mine = keepsHere(kept);
  $("choose-seat").hidden = Boolean(seat) || Boolean(now.dead);
  $("change-seat").hidden = !seat;
  $("device").textContent = seat ? seatName(seat) : "";
  form.hidden = over || !seat || !mine || Boolean(now.dead);
  $("take-over").hidden = over || !seat || mine || Boolean(now.dead);
  if (over) return;
  const offers = tableRules.offers(now.rules, at);
  for (const radio of form.querySelectorAll("[name=kind]")) {
    radio.closest("label").hidden = !(radio.value in offers);
  }
  if (!(chosen("kind") in offers)) check("kind", Object.keys(offers)[0]);
  const soloists = offers[chosen("kind")];
  for (const radio of form.querySelectorAll("[name=soloist]")) {
    const possible = soloists.includes(Number(radio.value));
    radio.closest("label").hidden = !possible;
    if (!possible) radio.checked = false;
  }
  if (soloists.length === 1) check("soloist", String(soloists[0]));
  const out = now.rules.sits_out ? tableRules.dealer(now.rules, at) : null;
  for (const box of form.querySelectorAll("[name=winner], [name=re]")) {
    box.disabled = Number(box.value) === out;
    if (box.disabled) box.checked = false;
    box.closest("label").classList.toggle("out", box.disabled);
  }
  preview();
}

function check(name, value) {
  const one = form.querySelector(`[name=${name}][value="${value}"]`);
  if (one) one.checked = true;
}

function showSheet(now, rows, steps) {
  const totals = now.of_desk ? [...now.totals] : Array(now.rules.seats).fill(0);
  const lines = rows.map((row, index) => {
    const line = document.createElement("tr");
    if (row.unsent) line.className = "unsent";
    const head = cell("th", `${steps[index].deal ? say(words.row, { n: steps[index].deal }) : ""} `);
    const told = [row.kind === "normal" ? "" : describe(row), row.unsent ? words.unsent : ""];
    head.append(cell("small", told.filter(Boolean).join(" \u00b7 ")));
    line.append(head);
    for (let seat = 0; seat < now.rules.seats; seat += 1) {
      const score = row.scores?.[seat];
      if (score && !now.of_desk) totals[seat] += score;
      line.append(cell("td", score === undefined ? "" : points(score), `num ${tone(score)}`));
    }
    return line;
  });
  $("rows").replaceChildren(...lines.reverse());
  for (const one of document.querySelectorAll("[data-total]")) {
    const total = totals[Number(one.dataset.total) - 1];
    one.textContent = signed(total);
    one.classList.toggle("minus", total < 0);
  }
}

function showFinish({ state: now, queue, seat }, over) {
  const ready = over && now.state === "entered" && !queue.length && !now.dead && seat;
  $("finish").hidden = !ready;
  for (const button of $("finish").querySelectorAll("button")) {
    button.hidden = Number(button.value) === now.keeper;
  }
}

// --- keying ----------------------------------------------------------------------------------

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

// --- the network -----------------------------------------------------------------------------

async function post(body) {
  const answer = await fetch(location.pathname, {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    cache: "no-store",
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function send() {
  if (busy) return;
  busy = true;
  try {
    for (;;) {
      const kept = store.read();
      const head = kept.queue[0];
      if (!head || kept.refused) break;
      store.change((now) => {
        if (now.queue[0]?.key === head.key) now.queue[0].tried = true;
      });
      const body = new URLSearchParams([
        ...head.fields,
        ["do", head.do],
        ["key", head.key],
        ["after", head.after],
        ["seat", head.seat],
      ]);
      const answer = await post(body);
      online = heard = true;
      etag = "";
      store.change((now) => {
        now.state = answer.state;
        if (now.queue[0]?.key !== head.key) return;
        if (answer.ok) now.queue.shift();
        else if (head.rows) now.refused = { message: answer.message, code: answer.code };
        else {
          // An undo or a confirmation that no longer fits has nothing to keep.
          now.queue.shift();
          now.refused = now.queue.length ? { message: answer.message, code: "conflict" } : undefined;
          now.told = answer.message;
        }
      });
      tell();
      render();
    }
  } catch {
    online = false;
    render();
  } finally {
    busy = false;
  }
}

// What was refused without anything lost is said once.
function tell() {
  const told = store.change((kept) => {
    const { told: text } = kept;
    delete kept.told;
    return text;
  });
  if (told) complain(told);
  if (told) $("notice").textContent = told;
}

async function look() {
  if (busy || document.visibilityState !== "visible") return;
  if (store.read().queue.length && !store.read().refused) return void send();
  busy = true;
  try {
    const answer = await fetch(`${location.pathname}state/`, {
      headers: etag ? { "If-None-Match": etag } : {},
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 404) return location.reload();
    const wasOffline = !online;
    online = answer.ok || answer.status === 304;
    heard ||= online;
    if (answer.status === 200) {
      learn(await answer.json());
      etag = answer.headers.get("ETag") ?? "";
      render();
    } else if (wasOffline !== !online) render();
  } catch {
    if (online) {
      online = false;
      render();
    }
  } finally {
    busy = false;
  }
}

// So that the page opens again without a network, where the browser lets it (HTTPS, or this
// computer itself): the page and its files as they are now.
async function keepPage() {
  if (!navigator.serviceWorker || !window.caches) return;
  await navigator.serviceWorker.register(boot.worker);
  const cache = await caches.open("table");
  const files = document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]");
  await cache.addAll([location.pathname, ...[...files].map((one) => one.href || one.src)]);
}

learn(boot.state, true);
document.documentElement.classList.add("scripted");
render();
send();
keepPage().catch(() => {}); // no network just now, or no room: the next time will do
setInterval(look, POLL);
document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
window.addEventListener("offline", () => {
  online = false;
  render();
});
