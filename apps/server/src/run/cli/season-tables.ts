/** A file of a season's folder. */
export interface SeasonTable {
  readonly file: string;
  readonly about: string;
  /** Declares the cursor `season`. Values: the season's first moment, and the one after its last. */
  readonly declare: string;
  /** In order, each with what it says. A `bigint` is an amount. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Both ends of a season in club time. */
export const SEASON_SPAN = `SELECT name AS club, currency, time_zone AS zone, club_now_ms() AS made_at,
  $1::date::timestamp AT TIME ZONE time_zone AS since, ($2::date + 1)::timestamp AT TIME ZONE time_zone AS until
  FROM club`;

/**
 * What a regulator asks for. Players stand under their id alone: names, phones and accounts are in
 * the file of each player. Ids of bets follow time roughly: they bound what is read, with a day of
 * slack. Those of entries do not: corrections and jackpots have random ones.
 */
export const SEASON_TABLES: readonly SeasonTable[] = [
  {
    file: "entries.csv",
    about: "Every line of the ledger. The amounts of one entry add up to zero.",
    declare: `DECLARE season NO SCROLL CURSOR FOR
      SELECT e.id AS entry_id, e.at, e.kind, e.cause, e.reference, p.line::int, a.kind AS account, a.player_id,
        a.pool_id, a.pool_code AS jackpot, p.amount_cents AS amount, p.balance_cents AS balance
      FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
      WHERE e.at >= $1 AND e.at < $2 ORDER BY e.id, p.line`,
    columns: {
      entry_id: "One business event; its lines share it.",
      at: "When it was booked, in UTC.",
      kind: "The event: bet, payout, refund, void, top_up, withdrawal, adjustment and others.",
      cause: "What led to it, by kind and ids. No two entries have the same.",
      reference: "What the player reads on the statement: an order or a payment.",
      line: "The number of the line in its entry.",
      account:
        "The account: cash, held or bonus of a player, escrow of a pool, or one of the house.",
      player_id: "Whose account it is; empty for accounts of pools and of the house.",
      pool_id: "The pool whose escrow it is; else empty.",
      jackpot: "The pool type whose jackpot account it is; else empty.",
      amount: "Credits are positive: what a player's account gets.",
      balance: "The player's balance after this line; empty for other accounts.",
    },
  },
  {
    file: "bets.csv",
    about: "Every accepted bet on races. Each leg of an All Up is a bet of its own.",
    declare: `DECLARE season NO SCROLL CURSOR FOR
      SELECT b.id AS bet_id, b.player_id, b.accepted_at, b.bet_type::int, b.race_id, b.race_id2, b.pool_id, b.pool_id2,
        b.selections, b.combinations, b.unit_stake_cents AS unit_stake,
        CASE WHEN b.pool_id2 IS NOT NULL THEN coalesce(b.unit_stake2_cents, b.unit_stake_cents) END AS unit_stake2,
        b.cost_cents AS cost, b.status, b.payout_cents AS payout, b.refund_cents AS refund, b.last_credit_at AS paid_at,
        encode(b.receipt_hash, 'hex') AS receipt_hash
      FROM bet_view b
      WHERE b.id >= uuid_floor($1::timestamptz - interval '1 day') AND b.id < uuid_floor($2::timestamptz + interval '1 day')
        AND b.accepted_at >= $1 AND b.accepted_at < $2
      ORDER BY b.id`,
    columns: {
      bet_id: "The bet.",
      player_id: "Who placed it.",
      accepted_at: "When it was accepted, in UTC.",
      bet_type: "The number of the bet type (docs/rules/bet-types.md).",
      race_id: "The race, or the first of several.",
      race_id2: "The last race of several; else empty.",
      pool_id: "The pool that its money is in.",
      pool_id2: "Each Way: the Place pool; else empty.",
      selections: "The runners chosen, as JSON.",
      combinations: "How many combinations it covers.",
      unit_stake: "What each of them costs; Each Way: to win.",
      unit_stake2: "Each Way: what each of them costs for a place; else empty.",
      cost: "What the player paid.",
      status: "accepted (not decided yet), won, lost, refunded or void, when this was written.",
      payout: "What was paid for it, corrections included.",
      refund: "What was given back.",
      paid_at: "When money last came for it, in UTC.",
      receipt_hash: "The hash of its receipt, as in the race's public file.",
    },
  },
  {
    file: "results.csv",
    about: "Every result that was entered for a race, with the ones that replaced it.",
    declare: `DECLARE season NO SCROLL CURSOR FOR
      SELECT r.id AS race_id, m.date::text AS date, m.country, m.code AS meeting, r.number::int AS race_number, r.name, r.start_time,
        r.closed_at, r.status, r.note, s.version, s.stage, s.placings::text AS placings, s.unplaced::text AS unplaced,
        s.is_confirmed, s.entered_at, s.entered_by, s.confirmed_by, s.reason
      FROM race r JOIN meeting m ON m.id = r.meeting_id LEFT JOIN result s ON s.race_id = r.id
      WHERE r.start_time >= $1 AND r.start_time < $2 AND r.status <> 'draft'
      ORDER BY r.start_time, r.id, s.version`,
    columns: {
      race_id: "The race.",
      date: "The race day at the venue.",
      country: "The venue's country.",
      meeting: "The code of the meeting.",
      race_number: "The number of the race in its meeting.",
      name: "Its name.",
      start_time: "When it starts, in UTC.",
      closed_at: "When betting closed, in UTC.",
      status: "open, closed, interim, final, settled or abandoned, when this was written.",
      note: "Why it was delayed or abandoned.",
      version: "The number of this result; the highest counts. Empty: none was entered.",
      stage: "interim or final.",
      placings: "Saddle numbers by place, as JSON: those that share a place stand together.",
      unplaced: "Runners without a place and why, as JSON.",
      is_confirmed: "no: it waits for its second operator.",
      entered_at: "When it was entered, in UTC.",
      entered_by: "The operator who entered it.",
      confirmed_by: "The second operator; empty without four eyes.",
      reason: "Why it was corrected.",
    },
  },
  {
    file: "sport-bets.csv",
    about: "Every accepted bet on sports, a line for each of its legs.",
    declare: `DECLARE season NO SCROLL CURSOR FOR
      SELECT b.id AS bet_id, b.player_id, b.accepted_at, b.kind, b.lines::int, b.unit_stake_cents AS unit_stake,
        b.cost_cents AS cost, b.status, b.payout_cents AS payout, b.refund_cents AS refund, b.settled_at,
        encode(b.receipt_hash, 'hex') AS receipt_hash, (l.leg + 1)::int AS leg, l.event_id, m.type AS market, m.line_milli::int,
        o.key AS outcome, l.odds_milli::int, o.result
      FROM sport_bet_view b JOIN sport_leg l ON l.bet_id = b.id JOIN sport_market m ON m.id = l.market_id
        JOIN sport_outcome o ON o.id = l.outcome_id
      WHERE b.id >= uuid_floor($1::timestamptz - interval '1 day') AND b.id < uuid_floor($2::timestamptz + interval '1 day')
        AND b.accepted_at >= $1 AND b.accepted_at < $2
      ORDER BY b.id, l.leg`,
    columns: {
      bet_id: "The bet; its legs share it, and say its money once each.",
      player_id: "Who placed it.",
      accepted_at: "When it was accepted, in UTC.",
      kind: "single, multiple, or a system.",
      lines: "How many lines it has.",
      unit_stake: "What each of them costs.",
      cost: "What the player paid for the bet.",
      status: "accepted (not decided yet), won, lost, refunded or void, when this was written.",
      payout: "What was paid for the bet.",
      refund: "What was given back.",
      settled_at: "When it was last settled, in UTC.",
      receipt_hash: "The hash of its receipt, as in the event's public file.",
      leg: "The number of the leg.",
      event_id: "The event of the leg.",
      market: "The market of the leg.",
      line_milli: "The line of a total or a handicap times 1,000; else empty.",
      outcome: "The outcome that was chosen.",
      odds_milli: "Its decimal odds times 1,000.",
      result: "What became of that outcome; empty: not decided yet.",
    },
  },
  {
    file: "sport-results.csv",
    about: "Every result that was entered for an event of sports, with the ones that replaced it.",
    declare: `DECLARE season NO SCROLL CURSOR FOR
      SELECT v.id AS event_id, v.sport, v.competition, v.home, v.away, v.start_time, v.closed_at, v.status, s.version, s.kind,
        s.score_home::int, s.score_away::int, s.outcomes::text AS outcomes, s.entered_at, s.entered_by, s.confirmed_by, s.reason
      FROM sport_event v LEFT JOIN sport_result s ON s.event_id = v.id
      WHERE v.start_time >= $1 AND v.start_time < $2 AND v.status <> 'draft'
      ORDER BY v.start_time, v.id, s.version`,
    columns: {
      event_id: "The event.",
      sport: "The sport.",
      competition: "The competition.",
      home: "The first side.",
      away: "The second side; empty for an event with many.",
      start_time: "When it starts, in UTC.",
      closed_at: "When betting closed, in UTC.",
      status: "Its status when this was written.",
      version: "The number of this result; the highest counts. Empty: none was entered.",
      kind: "score, markets, void or abandoned.",
      score_home: "The score of the first side.",
      score_away: "The score of the second side.",
      outcomes: "What became of each outcome by its id, as JSON.",
      entered_at: "When it was entered, in UTC.",
      entered_by: "The operator who entered it; empty for a feed.",
      confirmed_by: "The operator who confirmed it.",
      reason: "Why it was corrected.",
    },
  },
];
