// What this phone knows of a table and has not yet sent, kept on the phone. It outlives the
// browser being closed. Every entry has a key of its own, so that the server applies it once
// however often it is sent, and the mark of the sheet it was made for, so that it is applied to
// no other sheet. An entry stays until the server has acknowledged it, or a person has decided.
//
// What is kept: ``state``, the server's sheet as last heard; ``seat``, whose phone it is;
// ``queue``, the entries in order; ``told``, sentences nobody has put away yet; and ``held``, why
// the head of the queue is not sent again: {key, code, message, where, seen}. The head alone can
// be held, and what is held without being the head is nothing. See ``phase``.
//
// An entry: {do, key, seat, fields, rows, at, after}. ``at`` is how many rows the sheet has before
// it, ``after`` the mark of the last of them; ``takes`` is the mark an undo takes back.
"use strict";

const EMPTY_SHEET = "start";
// These refusals say nothing against a deal: the sheet takes none just now.
const BLOCKED = ["dead", "gone", "finished", "typed_at_desk"];

function newKey() {
  // crypto.randomUUID exists on secure pages only; the hall's laptop speaks plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

class TableQueue {
  constructor(path) {
    this.name = `table:${path}`;
  }

  // Read anew each time: another window on the same phone may have written.
  read() {
    if (this.inMemory) return structuredClone(this.inMemory);
    try {
      return { queue: [], ...JSON.parse(localStorage.getItem(this.name) || "{}") };
    } catch {
      return { queue: [] };
    }
  }

  change(act) {
    const kept = this.read();
    const result = act(kept);
    try {
      localStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      this.inMemory = kept; // a phone that keeps nothing still keys while the page is open
    }
    return result;
  }

  forget() {
    localStorage.removeItem(this.name);
  }

  // "free": the queue is sent. "ask": the sheet was changed by others, a person decides about the
  // head. "blocked": the sheet takes nothing until it changes. "fault": the head is wrong in
  // itself, to be corrected or thrown away.
  static phase({ queue, held }) {
    if (!held || queue[0]?.key !== held.key) return "free";
    if (held.code === "conflict") return "ask";
    return BLOCKED.includes(held.code) ? "blocked" : "fault";
  }

  // The sheet as it will be when everything is sent: the server's rows and the queue's.
  static rows(state, queue) {
    const rows = [...(state.rows || [])];
    const known = new Set(rows.map((row) => row.mark));
    for (const entry of queue) {
      if (!known.has(entry.key)) TableQueue.apply(rows, entry);
    }
    return rows;
  }

  // The sheet to show: a queue that does not fit the sheet as it is now stands beside it.
  static shown(kept) {
    const fits = ["free", "fault"].includes(TableQueue.phase(kept));
    return TableQueue.rows(kept.state, fits ? kept.queue : []);
  }

  static apply(rows, entry) {
    if (entry.do === "undo") rows.splice(rows.length - TableQueue.undone(rows).length);
    else rows.push(...(entry.rows ?? []).map((row) => ({ ...row, unsent: true })));
  }

  // The rows that an undo takes back: the last, of struck deals all.
  static undone(rows) {
    let first = rows.length - 1;
    const struck = (row) => row?.kind === "struck" && !row.fixed;
    while (first > 0 && struck(rows[first]) && struck(rows[first - 1])) first -= 1;
    return rows.slice(Math.max(0, first));
  }

  // Make every entry for the sheet as the ones before it leave it, the head for the first ``at``
  // rows of the server's sheet.
  static chain({ state, queue }, at) {
    const rows = (state.rows || []).slice(0, at);
    for (const entry of queue) {
      entry.at = rows.length;
      entry.after = rows.at(-1)?.mark ?? (state.of_desk ? state.mark : EMPTY_SHEET);
      TableQueue.apply(rows, entry);
    }
  }

  static push(kept, entry) {
    const rows = TableQueue.rows(kept.state, kept.queue);
    entry.at = rows.length;
    entry.after =
      rows.at(-1)?.mark ?? (kept.state.of_desk ? kept.state.mark : EMPTY_SHEET);
    if (entry.do === "undo") entry.takes = entry.after;
    kept.queue.push(entry);
  }

  // The page itself is gone from the server. Nothing is lost by waiting: another answer frees it.
  static lose(kept, message) {
    kept.held = { key: kept.queue[0].key, code: "gone", message, seen: "" };
  }

  // --- what the server's answers do to the head ------------------------------------------------

  // The head was not applied. A deal is held; nothing else has anything to keep. ``words`` are
  // the page's.
  static refuse(kept, { code, message, where }, words) {
    const [head] = kept.queue;
    const isTakenBack = kept.queue.some((entry) => entry.takes === head.key);
    if (isTakenBack) return TableQueue.remove(kept, head.at);
    if (head.do === "deal") {
      const why = code === "conflict" && kept.state.of_desk ? "typed_at_desk" : code;
      kept.held = { key: head.key, code: why, message, where, seen: TableQueue.seen(kept.state) };
      return TableQueue.settle(kept, words);
    }
    const theirs = (kept.state.rows || []).slice(head.at, head.at + (head.rows?.length ?? 0));
    if (head.do === "undo" && !TableQueue.stands(kept.state, head.takes)) {
      kept.queue.shift(); // somebody else took it back
    } else if (head.do === "strike" && theirs.length && theirs.every((row) => row.kind === "struck")) {
      TableQueue.remove(kept, head.at + theirs.length); // somebody else struck them
    } else {
      kept.queue.shift();
      TableQueue.tell(kept, head.do === "undo" ? `${words.not_undone} ${message}` : message);
      // What was keyed behind it was meant for a sheet that there is not.
      if (head.do === "undo") for (const entry of kept.queue) entry.instead = true;
    }
  }

  // After news from the server: what is held may be so no longer.
  static settle(kept, words) {
    const phase = TableQueue.phase(kept);
    const { dead } = kept.state;
    if (phase !== "free" && dead) {
      // Whatever the question was, nothing can be done about it now. It comes back afterwards.
      kept.held = { ...kept.held, code: "dead", message: dead, seen: TableQueue.seen(kept.state) };
    } else if (phase === "blocked" && kept.held.seen !== TableQueue.seen(kept.state)) {
      delete kept.held;
    } else if (phase === "ask") {
      const [head] = kept.queue;
      const rows = kept.state.rows || [];
      const theirs = rows[head.at];
      if ((rows.at(-1)?.mark ?? EMPTY_SHEET) === head.after) {
        delete kept.held; // the others have taken theirs back
      } else if (theirs && TableQueue.isSame(theirs, head.rows[0])) {
        TableQueue.tell(kept, words.same);
        TableQueue.remove(kept, head.at + 1);
      }
    }
  }

  static isSame(one, other) {
    const told = ({ kind, soloist, scores }) => JSON.stringify([kind, soloist, scores]);
    return told(one) === told(other);
  }

  static stands = (state, mark) => (state.rows || []).some((row) => row.mark === mark);

  // What of the server's sheet decides whether it takes deals.
  static seen = ({ dead, state, of_desk, mark }) => JSON.stringify([dead, state, of_desk, mark]);

  static tell(kept, sentence) {
    kept.told = [...new Set([...(kept.told ?? []), sentence])];
  }

  // --- what a person decides about the head ----------------------------------------------------

  // The head goes, and what takes it back; the next entry is for the first ``at`` rows.
  static remove(kept, at) {
    const [head] = kept.queue;
    kept.queue = kept.queue.slice(1).filter((entry) => entry.takes !== head.key);
    delete kept.held;
    TableQueue.chain(kept, at);
  }

  // The others' row stands for the deal thrown away, so the next one is compared with the next.
  static drop(kept) {
    const phase = TableQueue.phase(kept);
    if (phase === "blocked") {
      kept.queue = [];
      delete kept.held;
    } else if (phase !== "free") {
      TableQueue.remove(kept, kept.queue[0].at + (phase === "ask" ? 1 : 0));
    }
  }

  static append(kept) {
    delete kept.held;
    for (const entry of kept.queue) delete entry.instead;
    TableQueue.chain(kept, kept.state.rows.length);
  }

  static replace(kept, entry) {
    const { at } = kept.queue[0];
    kept.queue[0] = entry;
    delete kept.held;
    TableQueue.chain(kept, at);
  }
}
