import pg from "pg";

/** A match that takes bets, with its main market as a bet names it. */
export interface BenchMatch {
  readonly event_id: string;
  readonly market_id: string;
  readonly outcomes: readonly { readonly outcome_id: string; readonly odds_milli: number }[];
}

/** Book limits that no bench reaches: the cost of the checks is measured, not their refusals. */
const ROOMY_CENTS = 900_000_000_000;

const EVENTS = `
  INSERT INTO sport_event (id, sport, competition, home, away, start_time, first_start, status, source, max_liability_cents)
  SELECT gen_random_uuid(), 'football', 'Bench League', 'Rovers ' || n, 'Town ' || n, now() + interval '3 hours',
    now() + interval '3 hours', 'open', 'bench', $2 FROM generate_series(1, $1::int) n`;
const MARKETS = `
  INSERT INTO sport_market (id, event_id, ord, type, max_liability_cents)
  SELECT gen_random_uuid(), id, 0, '1x2', $1 FROM sport_event WHERE source = 'bench'`;
const OUTCOMES = `
  INSERT INTO sport_outcome (id, market_id, event_id, ord, key, odds_milli)
  SELECT gen_random_uuid(), m.id, m.event_id, o.ord, o.key, o.odds FROM sport_market m
  CROSS JOIN (VALUES (0, 'home', 1850), (1, 'draw', 3600), (2, 'away', 4400)) o (ord, key, odds)`;
const LIST = `
  SELECT v.id AS event_id, o.market_id,
    json_agg(json_build_object('outcome_id', o.id, 'odds_milli', o.odds_milli) ORDER BY o.ord) AS outcomes
  FROM sport_event v JOIN sport_outcome o ON o.event_id = v.id GROUP BY v.id, o.market_id`;

/** Opens matches with one market each, for three hours. Call it once per club. */
export async function openMatches(ownerUrl: string, count: number): Promise<BenchMatch[]> {
  const db = new pg.Client({ connectionString: ownerUrl });
  await db.connect();
  await db.query(EVENTS, [count, ROOMY_CENTS]);
  await db.query(MARKETS, [ROOMY_CENTS]);
  await db.query(OUTCOMES);
  await db.query("SELECT sport_note_price(id, 'bench', NULL) FROM sport_market");
  const limits = { player_event_liability_cents: ROOMY_CENTS };
  await db.query(
    `INSERT INTO setting (name, version, value)
     SELECT 'sports', 1 + coalesce(max(version), 0), $1 FROM setting WHERE name = 'sports'`,
    [JSON.stringify(limits)],
  );
  await db.query("ANALYZE");
  const { rows } = await db.query<BenchMatch>(LIST);
  await db.end();
  return rows;
}

/** Moves random home prices at a steady rate. Returns a stop that counts the moves. */
export function movePrices(
  ownerUrl: string,
  { matches, perSecond }: { matches: readonly BenchMatch[]; perSecond: number },
): () => Promise<number> {
  const db = new pg.Client({ connectionString: ownerUrl });
  const isReady = db.connect();
  const SECOND_MS = 1000;
  let moves = 0;
  let last: Promise<unknown> = isReady;
  const move = (): void => {
    const match = matches[Math.floor(Math.random() * matches.length)];
    const home = match?.outcomes[0];
    if (match === undefined || home === undefined) return;
    moves += 1;
    const odds = 1500 + Math.floor(Math.random() * 700);
    const values = [match.market_id, [home.outcome_id], [odds]];
    last = last.then(async () => {
      await db.query("SELECT set_sport_price($1, $2, $3, 'bench', NULL)", values);
    });
  };
  const timer = setInterval(move, SECOND_MS / perSecond);
  return async () => {
    clearInterval(timer);
    await last;
    await db.end();
    return moves;
  };
}
