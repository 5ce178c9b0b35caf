// What was refused, and the questions about it: the sentence, what the sheet says now, what this
// phone has, and the ways out (table_queue.js says which there are).
"use strict";

function showRefused(kept) {
  const phase = TableQueue.phase(kept);
  const told = kept.told ?? [];
  const isHeld = phase !== "free";
  $("refused").hidden = !isHeld && !told.length;
  const sentences = [...told, ...(isHeld ? [kept.held.message] : [])];
  $("refused-text").replaceChildren(...sentences.map((one) => cell("span", one)));
  $("refused-list").replaceChildren(...(isHeld ? compared(kept, phase) : []));
  $("refused").querySelector(".acts").hidden = false;
  const head = kept.queue[0];
  const isFull = kept.state.rules && !tableRules.remaining(kept.state.rules, walked(kept.state).at);
  showAct("correct", phase === "fault" && head.do === "deal" && !isCorrecting(kept));
  showAct("again", phase === "ask" && !head.instead && !isFull);
  showAct("drop", isHeld);
  showAct("ok", !isHeld);
  const isAll = phase === "blocked" && kept.queue.length > 1;
  act("drop").textContent = isAll ? words.drop_all : words.drop;
}

const act = (name) => $("refused").querySelector(`[data-act=${name}]`);
const showAct = (name, shown) => void (act(name).hidden = !shown);
const walked = (now) => tableRules.walk(now.rules, TableQueue.rows(now, []));

// The sheet's rows against the phone's, each in a line of its own.
function compared(kept, phase) {
  const { queue, state: now } = kept;
  const [head, ...behind] = queue.filter((entry) => entry.rows);
  const lines = [];
  if (phase === "ask") {
    const { steps } = walked(now);
    const from = Math.min(queue[0].at, Math.max(0, now.rows.length - 1));
    const theirs = now.rows.slice(from).map((row, index) => rowText(row, steps[from + index]));
    if (theirs.length) lines.push([words.on_sheet, theirs]);
  }
  if (phase === "blocked") lines.push([words.lost, [head, ...behind].filter(Boolean).map(entryText)]);
  else {
    if (head) lines.push([words.on_phone, [entryText(head)]]);
    if (behind.length) lines.push([words.behind, behind.map(entryText)]);
    if (queue[0].instead) lines.push([words.instead, []]);
  }
  return lines.map(([label, rows]) => {
    const item = cell("li", rows.length ? `${label} ` : label);
    item.append(cell("b", rows.join(" \u00b7 "), "num"));
    return item;
  });
}

function rowText(row, step) {
  // Without points for anybody the referee's words are all there is to tell.
  if (row.only_note) return row.note;
  const scores = row.scores ? row.scores.map(points).join(" ") : "";
  return [step?.deal ? say(words.row, { n: step.deal }) : "", describe(row), scores]
    .filter(Boolean)
    .join(" ");
}

function entryText(entry) {
  const [row] = entry.rows;
  return entry.do === "strike" ? say(words.strike, { n: entry.rows.length }) : rowText(row);
}
