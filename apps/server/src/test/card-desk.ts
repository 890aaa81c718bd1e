import { randomBytes } from "node:crypto";
import { ok, type Answer, type TestClub, type TestPlayer } from "./club.ts";
import { dayAt, VENUE_ZONE } from "./zone.ts";

const MINUTE_MS = 60_000;

export interface RunnerOfCard {
  number: number;
  name: string;
  scratched?: boolean;
  barrier?: number;
  jockey?: string;
  trainer?: string;
  weight_kg?: number;
  form?: string;
  past_runs?: readonly object[];
  comment?: string | null;
}

export interface RaceOfCard {
  number: number;
  name: string;
  start_time: string;
  runners: RunnerOfCard[];
  distance_m?: number;
  handicap?: boolean;
  going?: string;
  tips?: readonly object[];
}

export interface ClubCardFile {
  format_version: 1;
  meeting: Record<string, string>;
  races: RaceOfCard[];
}

export interface CardWish {
  /** How many runners each race has; default two races of eight. */
  runners?: readonly number[];
  /** Minutes from now to the first start; races are 30 minutes apart. */
  startsInMinutes?: number;
  meeting?: Record<string, string>;
}

/** A card in the club's format with a meeting of its own. */
export function clubCard(wish: CardWish = {}): ClubCardFile {
  const first = Date.now() + (wish.startsInMinutes ?? 60) * MINUTE_MS;
  const startOf = (i: number) => new Date(first + i * 30 * MINUTE_MS).toISOString();
  return {
    format_version: 1,
    meeting: {
      code: `T${randomBytes(3).toString("hex").toUpperCase()}`,
      name: "Testfield",
      country: "AU",
      date: dayAt(first, VENUE_ZONE),
      timezone: VENUE_ZONE,
      currency: "AUD",
      ...wish.meeting,
    },
    races: (wish.runners ?? [8, 8]).map((count, i) => ({
      number: i + 1,
      name: `Race ${i + 1}`,
      start_time: startOf(i),
      runners: Array.from({ length: count }, (_, j) => ({
        number: j + 1,
        name: `Runner ${j + 1}`,
      })),
    })),
  };
}

/** Imports a payload as the owner. */
export async function importCard(
  club: TestClub,
  payload: unknown,
  options: Record<string, unknown> = {},
): Promise<Answer> {
  const { token } = await club.operator();
  const body = { format: "club", payload, ...options };
  return await club.call("POST", "/api/operator/cards/import", { token, body });
}

/** Acts on a race as the owner: open, close, delay, abandon, scratch, result, settle. */
export async function act(
  club: Pick<TestClub, "call" | "operator">,
  raceId: string,
  ...[name, body]: [name: string, body?: Record<string, unknown>]
): Promise<Answer> {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/races/${raceId}/${name}`, { token, body });
}

/** The ids of a meeting's races in order of number. */
export async function raceIdsOf(club: TestClub, eventId: string): Promise<string[]> {
  const rows = await club.query("SELECT id FROM race WHERE meeting_id = $1 ORDER BY number", [
    eventId,
  ]);
  return rows.map((row) => row["id"] as string);
}

/** Imports a card and opens all of its races. Returns their ids in order of number. */
export async function openRaces(club: TestClub, wish: CardWish = {}): Promise<string[]> {
  const data = ok(await importCard(club, clubCard(wish)));
  const ids = await raceIdsOf(club, data.event_id);
  for (const id of ids) ok(await act(club, id, "open"));
  return ids;
}

/** A player with money. */
export async function richPlayer(club: TestClub, cents = 100_000_00): Promise<TestPlayer> {
  const player = await club.signUp();
  await club.fund(player, cents);
  return player;
}

/** Places a bet by its form; the answer may be a refusal. */
export async function placeOrder(
  club: TestClub,
  player: TestPlayer,
  form: Record<string, unknown>,
): Promise<Answer> {
  const headers = { "idempotency-key": randomBytes(8).toString("hex") };
  const body = { betAmount: 1, ...form };
  return await club.call("POST", "/api/order/place-order", { token: player.token, body, headers });
}
