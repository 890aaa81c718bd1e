import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { RULE_SETS, type RuleSet, type RuleSetName } from "@club/domain";
import { expect } from "vitest";
import { act, clubCard, importCard, placeOrder, raceIdsOf } from "./card-desk.ts";
import type { FreshDatabase } from "./database.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "./club.ts";

const VECTORS = join(import.meta.dirname, "../../../../packages/domain/fixtures/vectors");
const OPENING_CENTS = 100_000_000;
const PLAYERS = 5;
const AT_ONCE = 12;

export type Pick = Partial<
  Record<
    "horse" | "horse2" | "first" | "second" | "third" | "fourth" | "standout" | "others",
    number[]
  >
>;

export interface VectorBet {
  id: string;
  bet_type: number;
  sel: Pick;
  unit_cents: number;
  unit2_cents?: number;
}

export type Numbers = Record<string, unknown>;

export interface RaceVector {
  id: string;
  description: string;
  rule_set?: RuleSetName;
  rules_override?: { deadheat?: RuleSet["deadHeat"]; round_to_cents?: number };
  race: {
    runners: number[];
    scratched: number[];
    result_groups: number[][];
    status: "RUN" | "VOID";
    handicap?: boolean;
  };
  jackpot_in_cents?: Record<string, number>;
  declared_dividends?: Numbers[];
  bets: VectorBet[];
  expected: {
    /** Where the vector says so, as the status of a bet. */
    places_paid?: number;
    pools: Record<string, Numbers>;
    bets: {
      id: string;
      combinations: number;
      cost_cents: number;
      refund_cents: number;
      payout_cents: number;
      status?: "WON" | "LOST" | "REFUNDED" | "PART_REFUNDED_LOST";
    }[];
    jackpot_next_cents?: Record<string, number>;
  };
}

/** What a part of the vectors must have one of: rules, a race that is not run, money from elsewhere. */
export const kindOfRace = (vector: RaceVector): unknown => [
  vector.rule_set,
  vector.rules_override,
  vector.race.status,
  vector.race.handicap,
  vector.declared_dividends === undefined,
  vector.jackpot_in_cents === undefined,
];

/** The vectors of a file of packages/domain/fixtures/vectors. */
export function readVectors<T>(name: string): T[] {
  return (JSON.parse(readFileSync(join(VECTORS, `${name}.json`), "utf8")) as { vectors: T[] })
    .vectors;
}

/** Chosen runners under their names on the wire. */
export function wireFields(pick: Pick): Record<string, number[]> {
  const { standout, others, first, second, third, fourth, ...same } = pick;
  const places = standout?.map((runner) => [runner]) ?? [first, second, third, fourth];
  const names = ["horse1st", "horse2nd", "horse3rd", "horse4th"];
  const filled = places.flatMap((runners, i) => (runners ? [[names[i], runners] as const] : []));
  return { ...same, ...Object.fromEntries(filled), ...(others ? { horse: others } : {}) };
}

/** The bet form of a vector's bet. */
export function formOf(bet: VectorBet): Record<string, unknown> {
  return {
    bet_type: bet.bet_type,
    ...wireFields(bet.sel),
    betAmount: (bet.unit_cents / 100).toFixed(2),
    ...(bet.unit2_cents === undefined ? {} : { betAmount2: (bet.unit2_cents / 100).toFixed(2) }),
  };
}

export interface PlacedBet {
  readonly bet: VectorBet;
  readonly orderId: string;
  readonly player: TestPlayer;
}

/** A club with players who can pay for any vector. */
export interface VectorClub {
  readonly club: TestClub;
  readonly players: readonly TestPlayer[];
}

export async function startVectorClub(
  env: Record<string, string> = {},
  database?: FreshDatabase,
): Promise<VectorClub> {
  const club = await startClub({
    env: { CLUB_RATE_FACTOR: "0", ...env },
    ...(database === undefined ? {} : { database }),
  });
  const players: TestPlayer[] = [];
  for (let i = 0; i < PLAYERS; i += 1) {
    const player = await club.signUp();
    await club.fund(player, OPENING_CENTS);
    players.push(player);
  }
  return { club, players };
}

export interface RaceWish {
  readonly ruleSet?: string;
  readonly dividends?: string;
  readonly races: readonly { runners: readonly number[]; handicap?: boolean }[];
}

/** Imports a meeting with these races through the operator's API and opens them; ids by number. */
export async function openVectorRaces(club: TestClub, wish: RaceWish): Promise<string[]> {
  const card = clubCard({
    runners: wish.races.map(() => 1),
    meeting: {
      code: randomBytes(3).toString("hex").toUpperCase(),
      rule_set: wish.ruleSet ?? "AU_STD",
      dividends: wish.dividends ?? "club",
    },
  });
  card.races.forEach((race, i) => {
    const { runners, handicap = false } = wish.races[i]!;
    race.handicap = handicap;
    race.runners = runners.map((number) => ({ number, name: `Runner ${number}` }));
  });
  const { event_id } = ok(await importCard(club, card));
  const ids = await raceIdsOf(club, event_id);
  for (const id of ids) ok(await act(club, id, "open"));
  return ids;
}

/** Places bets by their forms, spread over the players, several at a time. */
export async function placeBets(
  { club, players }: VectorClub,
  bets: readonly VectorBet[],
  races: Record<string, string>,
): Promise<PlacedBet[]> {
  const place = async (bet: VectorBet, i: number): Promise<PlacedBet> => {
    const player = players[i % players.length]!;
    const order = ok(await placeOrder(club, player, { ...formOf(bet), ...races }));
    return { bet, orderId: order.order_id as string, player };
  };
  const placed: PlacedBet[] = [];
  for (let from = 0; from < bets.length; from += AT_ONCE) {
    const some = bets.slice(from, from + AT_ONCE);
    placed.push(...(await Promise.all(some.map(async (bet, i) => await place(bet, from + i)))));
  }
  return placed;
}

/** Cash of every player, from the wallet call. */
export async function readCash({ club, players }: VectorClub): Promise<Map<string, number>> {
  const cash = new Map<string, number>();
  for (const { id, token } of players) {
    cash.set(id, ok(await club.call("GET", "/api/user/wallet", { token })).cash_cents);
  }
  return cash;
}

/** Sets these waiting jackpots and empties all others, by entries that balance. */
export async function setJackpots(
  club: TestClub,
  wanted: Readonly<Record<string, number>>,
): Promise<void> {
  const cause = `test:${randomBytes(8).toString("hex")}:`;
  for (const { id, pool_code, cents } of await readJackpotAccounts(club)) {
    const change = (wanted[pool_code] ?? 0) - cents;
    if (change === 0) continue;
    await club.query(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', $1, 'test',
         ARRAY[$2::bigint, (SELECT id FROM account WHERE kind = 'adjustments')], ARRAY[$3::bigint, -$3::bigint])`,
      [cause + pool_code, id, change],
    );
  }
}

/** Waiting jackpots by pool, without empty ones. */
export async function readJackpots(club: TestClub): Promise<Record<string, number>> {
  const rows = await readJackpotAccounts(club);
  return Object.fromEntries(
    rows.filter((row) => row.cents !== 0).map((row) => [row.pool_code, row.cents]),
  );
}

async function readJackpotAccounts(
  club: TestClub,
): Promise<{ id: bigint; pool_code: string; cents: number }[]> {
  const rows = await club.query(
    `SELECT a.id, a.pool_code, (SELECT coalesce(sum(amount_cents), 0)::bigint FROM posting WHERE account_id = a.id)
       AS cents
     FROM account a WHERE a.kind = 'jackpot'`,
  );
  return rows.map((row) => ({
    id: row["id"] as bigint,
    pool_code: row["pool_code"] as string,
    cents: Number(row["cents"]),
  }));
}

/** The club's own rule set for a vector that changes a parameter; else the preset's name. */
export async function ruleSetFor(club: TestClub, vector: RaceVector): Promise<string> {
  const { rule_set = "AU_STD", rules_override = {} } = vector;
  const { deadheat, round_to_cents: step } = rules_override;
  if (deadheat === undefined && step === undefined) return rule_set;
  const base = RULE_SETS[rule_set];
  const name = `${rule_set}_${deadheat ?? base.deadHeat}_${step ?? 0}`;
  const rounding =
    step === undefined
      ? base.rounding
      : Object.fromEntries(
          Object.keys(base.rounding).map((pool) => [pool, { kind: "down", stepCents: step }]),
        );
  const rules = { ...base, name, rounding, deadHeat: deadheat ?? base.deadHeat };
  await club.asAdmin(
    "INSERT INTO rule_set (name, version, rules) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING",
    [name, JSON.stringify(rules)],
  );
  return name;
}

/** Checks the ledger in SQL only: sums zero, wallets equal their postings, settled pools empty. */
export async function expectBooks(club: TestClub): Promise<void> {
  const [books] = await club.asAdmin(
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM posting)::text AS sum,
       (SELECT count(*) FROM wallet w WHERE w.cash_cents <>
         (SELECT coalesce(sum(amount_cents), 0) FROM posting l WHERE l.account_id = w.cash_account))::text AS wallets,
       (SELECT count(*) FROM pool p WHERE p.status NOT IN ('OPEN', 'CLOSED') AND 0 <>
         (SELECT coalesce(sum(amount_cents), 0) FROM posting l WHERE l.account_id = p.escrow_account))::text AS escrows,
       (SELECT count(*) FROM (SELECT balance_cents, sum(amount_cents) OVER (PARTITION BY account_id ORDER BY posting.id) AS said
         FROM posting JOIN account a ON a.id = posting.account_id AND a.kind = 'cash') b
         WHERE balance_cents <> said)::text AS running`,
  );
  expect(books).toEqual({ sum: "0", wallets: "0", escrows: "0", running: "0" });
}

/** How many sessions wait for an advisory lock, such as a race's. */
export async function countLockWaits({ club }: VectorClub): Promise<number> {
  const [row] = await club.query(
    `SELECT count(*)::integer AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`,
  );
  return row?.["n"] as number;
}
