// The protocol of a session at one table, as rules/session.py has it (TSR 4, 8): who deals, who
// owes a Pflichtsolo, what may be played next. The phone needs it while there is no network; the
// server judges every deal all the same. A test walks both through the same sessions.
"use strict";

const tableRules = {
  start(rules) {
    return { dealer: 1, played: 0, open: [...rules.owing] };
  },

  left: (rules, seat) => (seat % rules.seats) + 1,

  remaining: (rules, at) => Math.max(0, rules.deals - at.played),

  isDue(rules, at) {
    const left = tableRules.remaining(rules, at);
    return left > 0 && left <= at.open.length;
  },

  // Only the dealer of a five-table still owes one: the rules do not say who deals.
  needsDecision(rules, at) {
    return (
      tableRules.isDue(rules, at) &&
      rules.sits_out &&
      rules.due_deals &&
      at.open.length === 1 &&
      at.open[0] === at.dealer
    );
  },

  // Who must play a Vorführung now, null when none is due.
  due(rules, at) {
    if (!tableRules.isDue(rules, at)) return null;
    const far = (seat) => (seat - at.dealer - 1 + rules.seats) % rules.seats;
    return [...at.open].sort((a, b) => far(a) - far(b))[0];
  },

  dealerOf(rules, at, kind, soloist) {
    if (kind !== "vorfuehrung" || !soloist) return at.dealer;
    if (!rules.due_deals) return ((soloist - 2 + rules.seats) % rules.seats) + 1;
    const decided = tableRules.needsDecision(rules, at) && soloist === at.dealer;
    return decided ? tableRules.left(rules, at.dealer) : at.dealer;
  },

  // Who deals the next deal, as far as it is known before.
  dealer(rules, at) {
    const due = tableRules.due(rules, at);
    return due === null ? at.dealer : tableRules.dealerOf(rules, at, "vorfuehrung", due);
  },

  step(rules, at, kind, soloist) {
    if (kind === "penalty") return { deal: null, dealer: null, after: at };
    const after = { ...at, played: at.played + 1 };
    if (kind === "struck") return { deal: after.played, dealer: null, after };
    const dealer = tableRules.dealerOf(rules, at, kind, soloist);
    if (kind === "pflichtsolo" || kind === "vorfuehrung") {
      after.open = at.open.filter((seat) => seat !== soloist);
    }
    if (kind !== "pflichtsolo") after.dealer = tableRules.left(rules, dealer);
    return { deal: after.played, dealer, after };
  },

  // The kinds of deal allowed now, each with its possible soloists.
  offers(rules, at) {
    if (!tableRules.remaining(rules, at)) return {};
    const due = tableRules.due(rules, at);
    if (due !== null) return { vorfuehrung: [due] };
    const all = Array.from({ length: rules.seats }, (_, index) => index + 1);
    const playing = all.filter((seat) => !rules.sits_out || seat !== at.dealer);
    const found = {
      normal: [],
      pflichtsolo: playing.filter((seat) => at.open.includes(seat)),
      lustsolo: playing.filter((seat) => !at.open.includes(seat)),
      silent_marriage: playing,
      marriage_solo: playing,
    };
    return Object.fromEntries(
      Object.entries(found).filter(([kind, seats]) => kind === "normal" || seats.length),
    );
  },

  // How many normal deals fall away when time is up (TSR 8.5).
  strikeable: (rules, at) => Math.max(0, tableRules.remaining(rules, at) - at.open.length),

  walk(rules, rows) {
    let at = tableRules.start(rules);
    const steps = rows.map((row) => {
      const step = tableRules.step(rules, at, row.kind, row.soloist);
      at = step.after;
      return step;
    });
    return { at, steps };
  },

  // The points of each seat, from who gained and the value of one opponent.
  scores(rules, at, deal) {
    const dealer = tableRules.dealerOf(rules, at, deal.kind, deal.soloist);
    return Array.from({ length: rules.seats }, (_, index) => {
      const seat = index + 1;
      if (rules.sits_out && seat === dealer) return 0;
      if (!deal.soloist) return deal.winners.includes(seat) ? deal.value : -deal.value || 0;
      const gain = deal.winners.includes(deal.soloist) ? deal.value : -deal.value;
      return (seat === deal.soloist ? 3 * gain : -gain) || 0;
    });
  },
};
