import { favouriteOf } from "../pools/favourite.ts";
import { type CheckLine, compare, unchecked } from "./check-line.ts";
import { finalPlacings } from "./race-file-facts.ts";
import type { LegFile, PoolFile, RaceFile } from "./race-file.ts";

type Where = { readonly pool: string; readonly item?: string };

/** The last leg of a pool over several races is the race of its file. */
export function checkLastLeg(file: RaceFile, pool: PoolFile): CheckLine[] {
  const { legs } = pool;
  const last = legs?.at(-1);
  if (legs === undefined || last === undefined) return [];
  const where = { pool: pool.pool };
  const ids = racesOf(file, pool);
  const { race_id } = file.race;
  const own =
    ids === null ? [] : [compare("leg", where, [`${legs.length} ${race_id}`, namesOf(ids)])];
  return [...own, ...checkLeg(file, last, where)];
}

function namesOf(ids: readonly string[]): string {
  return `${ids.length} ${ids.at(-1)}`;
}

/**
 * The earlier legs of the day's pools over several races, each against the file of its own race:
 * else a false result in the last race's file alone would pay by it.
 */
export function checkEarlierLegs(races: readonly RaceFile[]): CheckLine[] {
  const known = new Map(races.map((file) => [file.race.race_id, file]));
  return earlierLegs(races).flatMap(({ raceId, leg, where }) => {
    const file = raceId === null ? undefined : known.get(raceId);
    return file === undefined ? [] : checkLeg(file, leg, where);
  });
}

/** Earlier legs that nothing in these files tells of: run on another day, or not named. */
export function legsElsewhere(races: readonly RaceFile[]): CheckLine[] {
  const known = new Set(races.map(({ race }) => race.race_id));
  return earlierLegs(races)
    .filter(({ raceId }) => raceId === null || !known.has(raceId))
    .map(({ where }) => unchecked("leg", "the file of this race is not in the day", where));
}

type EarlierLeg = {
  /** null: an older file does not name it. */
  readonly raceId: string | null;
  readonly leg: LegFile;
  readonly where: Where;
};

function earlierLegs(races: readonly RaceFile[]): EarlierLeg[] {
  return races.flatMap((file) =>
    file.pools.flatMap((pool) => {
      const ids = racesOf(file, pool);
      return (pool.legs ?? []).slice(0, -1).map((leg, i) => {
        const item = `${file.race.code} ${file.race.raceNo} leg ${i + 1}`;
        return { raceId: ids?.[i] ?? null, leg, where: { pool: pool.pool, item } };
      });
    }),
  );
}

function racesOf({ race }: RaceFile, pool: PoolFile): readonly string[] | null {
  if (pool.leg_race_ids !== undefined) return pool.leg_race_ids;
  return pool.leg1_race_id === undefined ? null : [pool.leg1_race_id, race.race_id];
}

/** A race as a pool over several saw it, against its own file. */
function checkLeg(file: RaceFile, leg: LegFile, where: Where): CheckLine[] {
  const { status, handicap } = file.race;
  const isVoid = status === "abandoned";
  if (status !== "settled" && !isVoid) return [];
  const runners = file.runners.map(({ number }) => number);
  const scratched = file.runners.filter((each) => each.scratched).map(({ number }) => number);
  const withdrawn = [...leg.scratched, ...leg.scratched_late];
  const lines = [
    compare("leg", where, [handicap, leg.handicap]),
    compare("leg", where, [sorted(runners), sorted(leg.runners)]),
    compare("leg", where, [sorted(scratched), sorted(withdrawn)]),
    compare("leg", where, [
      isVoid ? "void" : JSON.stringify(finalPlacings(file)),
      leg.void ? "void" : JSON.stringify(leg.placings),
    ]),
  ];
  // Nothing of a race that was not run has a favourite.
  if (isVoid) return lines;
  const atClose = winAtClose(file);
  if (atClose === undefined) return lines;
  if (atClose === null) {
    // It stands in for somebody, or it decides nothing.
    if (withdrawn.length === 0) return lines;
    return [...lines, unchecked("favourite", "the stakes at the close are not told", where)];
  }
  const stakes = new Map(
    Object.entries(atClose).map(([runner, cents]) => [Number(runner), BigInt(cents)]),
  );
  const favourite = favouriteOf(stakes, { runners, scratched });
  return [...lines, compare("favourite", where, [favourite, leg.favourite])];
}

/**
 * The stakes to win at the close; null: those of the pool are others since, and an older file does
 * not tell; undefined: the race has no such pool.
 */
function winAtClose({
  race,
  pools,
}: RaceFile): Readonly<Record<string, number>> | null | undefined {
  if (race.win_at_close !== undefined) return race.win_at_close;
  const win = pools.find(({ pool }) => pool === "WIN");
  if (win === undefined) return undefined;
  const isOther = win.voided_cents > 0 || win.given_back === true || win.status === "REFUND";
  return isOther ? null : win.stakes_cents;
}

function sorted(numbers: readonly number[]): string {
  return [...numbers].sort((a, b) => a - b).join(" ");
}
