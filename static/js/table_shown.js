// What the table's page shows: the server's sheet with the queue of this phone on top of it.
"use strict";

const boot = JSON.parse(document.getElementById("boot").textContent);
const words = boot.words;
const store = new TableQueue(location.pathname);
const $ = (id) => document.getElementById(id);
const form = $("deal");
let online = true;
let keying = false; // was keying taken over from the keeper on this phone?
let heard = false; // has the server answered since this page was opened?

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
  const lines = rows.map((row, index) => {
    const line = document.createElement("tr");
    if (row.unsent) line.className = "unsent";
    const head = cell("th", `${steps[index].deal ? say(words.row, { n: steps[index].deal }) : ""} `);
    const isPlain = row.kind === "normal" || row.only_note;
    const told = [isPlain ? "" : describe(row), row.unsent ? words.unsent : ""];
    head.append(cell("small", told.filter(Boolean).join(" \u00b7 ")));
    line.append(head);
    for (let seat = 0; seat < now.rules.seats; seat += 1) {
      const score = row.scores?.[seat];
      if (score && !now.of_desk) totals[seat] += score;
      line.append(cell("td", score === undefined ? "" : points(score), `num ${tone(score)}`));
    }
    return row.note ? [line, noteLine(row.note, now.rules.seats + 1)] : [line];
  });
  $("rows").replaceChildren(...lines.reverse().flat());
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
