// What this phone knows of a table and has not yet sent, kept on the phone. It outlives the
// browser being closed. Every entry has a key of its own, so that the server applies it once
// however often it is sent, and the mark of the sheet it was made for, so that it is applied to
// no other sheet. An entry stays until the server has acknowledged it.
"use strict";

const EMPTY_SHEET = "start";

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

  // The sheet as it will be when everything is sent: the server's rows and the queue's.
  static rows(state, queue) {
    const rows = [...(state.rows || [])];
    const known = new Set(rows.map((row) => row.mark));
    for (const entry of queue) {
      if (known.has(entry.key)) continue;
      if (entry.do === "undo") TableQueue.pop(rows);
      else rows.push(...(entry.rows ?? []).map((row) => ({ ...row, unsent: true })));
    }
    return rows;
  }

  static pop(rows) {
    let gone = rows.pop();
    while (gone?.kind === "struck" && rows.at(-1)?.kind === "struck") gone = rows.pop();
  }

  static mark(state, queue) {
    const rows = TableQueue.rows(state, queue);
    return rows.at(-1)?.mark ?? (state.of_desk ? state.mark : EMPTY_SHEET);
  }

  // After the head was corrected, thrown away or accepted behind others: make each entry for the
  // sheet as the ones before it leave it.
  static chain(state, queue) {
    queue.forEach((entry, index) => {
      entry.after = TableQueue.mark(state, queue.slice(0, index));
    });
  }
}
