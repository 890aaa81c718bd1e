import type pg from "pg";

/** What a copy must contain again: the chain at one position, and the books up to there. */
export interface Facts {
  readonly position: number;
  readonly hash: string;
  readonly bets: number;
  /** Cents per kind of account over the chained entries. */
  readonly balances: Readonly<Record<string, string>>;
}

const HEAD = `SELECT position::text, encode(hash, 'hex') AS hash,
    (SELECT count(*) FROM bet)::int AS bets
  FROM chain ORDER BY position DESC LIMIT 1`;
const AT = "SELECT encode(hash, 'hex') AS hash FROM chain WHERE position = $1";
const BETS = "SELECT count(*)::int AS bets FROM bet";
const BALANCES = `SELECT a.kind, sum(p.amount_cents)::text AS cents
  FROM chain c JOIN posting p ON p.entry_id = c.entry_id JOIN account a ON a.id = p.account_id
  WHERE c.position <= $1 GROUP BY a.kind ORDER BY a.kind`;

/** Reads the facts of a running club. Unchained entries are not counted. */
export async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<{ position: string; hash: string; bets: number }>(HEAD);
  const { position = "0", hash = "", bets = 0 } = rows[0] ?? {};
  return { position: Number(position), hash, bets, balances: await readBalances(client, position) };
}

/** How a copy differs from the facts, a sentence each. It may hold more, never less. */
export async function compareFacts(client: pg.Client, facts: Facts): Promise<string[]> {
  const { rows: at } = await client.query<{ hash: string }>(AT, [facts.position]);
  const { rows: count } = await client.query<{ bets: number }>(BETS);
  const found = differences(await readBalances(client, String(facts.position)), facts.balances);
  if ((at[0]?.hash ?? "") !== facts.hash) {
    found.push(`the chain differs at position ${facts.position}`);
  }
  if ((count[0]?.bets ?? 0) < facts.bets) found.push(`of ${facts.bets} bets some are missing`);
  return found;
}

function differences(here: Facts["balances"], there: Facts["balances"]): string[] {
  const kinds = new Set([...Object.keys(there), ...Object.keys(here)]);
  return [...kinds]
    .filter((kind) => (here[kind] ?? "0") !== (there[kind] ?? "0"))
    .map((kind) => `${kind} holds ${here[kind] ?? "0"} cents and held ${there[kind] ?? "0"}`);
}

async function readBalances(client: pg.Client, position: string): Promise<Record<string, string>> {
  const { rows } = await client.query<{ kind: string; cents: string }>(BALANCES, [position]);
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
}
