// What the table's page shows: the server's sheet with the queue of this phone on top of it.
"use strict";

const PAUSE = 700; // milliseconds in which a second tap of the same thumb means nothing new
const boot = JSON.parse(document.getElementById("boot").textContent);
const words = boot.words;
const store = new TableQueue(location.pathname);
const $ = (id) => document.getElementById(id);
const form = $("deal");
let online = true;
let keying = false; // was keying taken over from the keeper on this phone?
let heard = false; // has the server answered since this page was opened?
let correcting = ""; // the key of the entry that stands in the form to be corrected
const resting = {}; // until when a button takes no second tap

const signed = (n) => String(n).replace("-", "\u2212");
const points = (n) => (n > 0 ? `+${n}` : signed(n));
const say = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name] ?? "");
const chosen = (name) => form.querySelector(`[name=${name}]:checked`)?.value ?? "";
const state = () => store.read().state;

// The page itself may come from the phone's cache and be older than what the phone knows.
function learn(fresh, isOfPage = false) {
  store.change((kept) => {
    if (isOfPage && kept.state && fresh.revision < kept.state.revision) return;
    kept.state = fresh;
    TableQueue.settle(kept, words);
  });
}

function isCorrecting(kept) {
  return TableQueue.phase(kept) === "fault" && kept.queue[0].key === correcting;
}

// The rows before the deal in the form.
function rowsBefore(kept) {
  return isCorrecting(kept) ? TableQueue.rows(kept.state, []) : TableQueue.shown(kept);
}

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
  if (!now.rules) {
    // The table went with its draw: nothing is left to key.
    for (const id of ["deal", "plain", "finish", "take-over"]) $(id).hidden = true;
    return;
  }
  const rows = TableQueue.shown(kept);
  const { at, steps } = tableRules.walk(now.rules, rows);
  const over = now.of_desk || !tableRules.remaining(now.rules, at);
  const before = tableRules.walk(now.rules, rowsBefore(kept)).at; // the deal in the form is the next
  showHead(now, before, over && !isCorrecting(kept));
  showForm(kept);
  showSheet(now, rows, steps);
  showFinish(kept, over);
  showAtEnd(kept, at, rows, steps);
}

// What is done at the end of the sheet: the last deal taken back, the rest struck.
function showAtEnd(kept, at, rows, steps) {
  const { state: now } = kept;
  const mayKey = keepsHere(kept) && !now.dead && !now.of_desk && takesDeals(kept);
  const last = rows.at(-1);
  $("undo").hidden = !mayKey || !last || last.fixed;
  // The form that opens moves its big button under the finger.
  for (const one of [$("undo"), ...form.querySelectorAll("[value=deal]")]) one.disabled = rests("undo");
  $("no-undo").hidden = !mayKey || !last?.fixed;
  if (last) $("undo").textContent = undoLabel(TableQueue.undone(rows), steps.at(-1));
  const strikeable = tableRules.strikeable(now.rules, at);
  // Where no clock was started, time can be up when half of the deals are in.
  const isLate = now.clock ?? at.played * 2 >= now.rules.deals;
  $("time-up").hidden = !mayKey || !isLate || !strikeable || !rows.length;
  $("strike").textContent = say(words.strike, { n: strikeable });
}

function undoLabel(rows, step) {
  const [row] = rows;
  if (row.kind === "struck") return say(words.undo_struck[rows.length === 1 ? 0 : 1], { n: rows.length });
  return say(words.undo_of, { what: rowLabel(step, row) });
}

function rowLabel(step, row) {
  return step?.deal ? say(words.row, { n: step.deal }) : describe(row);
}

function showNet(kept) {
  const { queue } = kept;
  const parts = [];
  if (!online) parts.push(words.no_net);
  else if (queue.length && TableQueue.phase(kept) === "free") parts.push(words.sending);
  if (queue.length) {
    const told = queue.every((entry) => entry.do === "deal") ? words.waiting : words.entries_waiting;
    parts.push(say(told[queue.length === 1 ? 0 : 1], { n: queue.length }));
  }
  $("net").textContent = parts.join(" \u00b7 ");
  $("net").hidden = !parts.length;
  $("net").classList.toggle("off", !online);
}

// Does the sheet take deals from this phone just now, or is there a question first?
const takesDeals = (kept) => ["free", "fault"].includes(TableQueue.phase(kept));

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

function showForm(kept) {
  const { state: now, seat } = kept;
  const { at } = tableRules.walk(now.rules, rowsBefore(kept));
  const mine = keepsHere(kept);
  const over = now.of_desk || !tableRules.remaining(now.rules, at) || !takesDeals(kept);
  $("choose-seat").hidden = Boolean(seat) || Boolean(now.dead);
  $("change-seat").hidden = !seat;
  $("device").textContent = seat ? seatName(seat) : "";
  form.hidden = over || !seat || !mine || Boolean(now.dead);
  $("take-over").hidden = over || !seat || mine || Boolean(now.dead);
  if (!over) offer(now, at);
}

// Only what the rules allow now can be chosen.
function offer(now, at) {
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
  if (!$("preview").classList.contains("fault")) preview();
}

// What a referee noted on a row: who, why, and what became of the deal.
function noteLine(note, columns) {
  const line = document.createElement("tr");
  line.className = "noted";
  const text = cell("td", note);
  text.colSpan = columns;
  line.append(text);
  return line;
}

function showSheet(now, rows, steps) {
  const totals = now.of_desk ? [...now.totals] : Array(now.rules.seats).fill(0);
  const lines = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    const from = steps[index].deal;
    // Struck deals without a word of the referee's are one line.
    while (isOneLine(row, rows[index + 1])) index += 1;
    const to = steps[index].deal;
    for (let seat = 0; seat < now.rules.seats; seat += 1) {
      if (!now.of_desk) totals[seat] += row.scores?.[seat] ?? 0;
    }
    const told = [];
    if (!row.only_note) told.push(rowLine(row, from === to ? from : `${from}\u2013${to}`, now.rules.seats));
    if (row.note) told.push(noteLine(row.note, now.rules.seats + 1));
    lines.push(told);
  }
  $("rows").replaceChildren(...lines.reverse().flat());
  for (const one of document.querySelectorAll("[data-total]")) {
    const total = totals[Number(one.dataset.total) - 1];
    one.textContent = points(total);
    one.classList.toggle("minus", total < 0);
  }
}

function isOneLine(row, next) {
  const struck = row.kind === "struck" && next?.kind === "struck";
  return struck && !next.note && Boolean(row.unsent) === Boolean(next.unsent);
}

function rowLine(row, deal, seats) {
  const line = document.createElement("tr");
  if (row.unsent) line.className = "unsent";
  const head = cell("th", "");
  if (deal) head.append(cell("span", say(words.row, { n: deal }), "nowrap"), " ");
  const told = [row.kind === "normal" ? "" : describe(row), row.unsent ? words.unsent : ""];
  head.append(cell("small", told.filter(Boolean).join(" \u00b7 ")));
  line.append(head);
  for (let seat = 0; seat < seats; seat += 1) {
    const score = row.scores?.[seat];
    line.append(cell("td", score === undefined ? "" : points(score), `num ${tone(score)}`));
  }
  return line;
}

function showFinish({ state: now, queue, seat }, over) {
  const isReady = over && now.state === "entered" && !queue.length && !now.dead && Boolean(seat);
  // It appears where the deal was entered a moment ago.
  if (isReady && $("finish").hidden) rest("finish");
  $("finish").hidden = !isReady;
  $("finish-keyed").hidden = now.of_desk;
  $("finish-desk").hidden = !now.of_desk;
  for (const button of $("finish").querySelectorAll("button")) {
    button.hidden = !now.confirming.includes(Number(button.value));
    button.disabled = rests("finish");
  }
}

// A button that means something else after a tap takes a second one only after a pause.
function rest(name) {
  resting[name] = performance.now() + PAUSE;
  setTimeout(render, PAUSE + 20);
}

const rests = (name) => performance.now() < (resting[name] ?? 0);
