import { checkEarlierLegs, legsElsewhere } from "./check-legs.ts";
import { type CheckLine, compare, unchecked } from "./check-line.ts";
import { checkLogDay } from "./check-log.ts";
import { checkRace } from "./check-race.ts";
import { type ProofTools, checkKeys, checkRootOfRace, checkSignature } from "./check-root.ts";
import { toHex } from "./bytes.ts";
import type { DayBet, DayFile, PoolBooks } from "./day-file.ts";
import { type DayPool, DayPools, nameOf } from "./day-pools.ts";
import { leafHash, merkleRoot } from "./merkle.ts";
import { checkSportDay } from "./check-sport-day.ts";
import type { RaceFile } from "./race-file.ts";
import { type ClubKey, type SignedRoot, hashOfRoot } from "./signed-root.ts";
import { leafText } from "./receipt.ts";

/**
 * Recomputes a whole day from its bets, results and rules, and compares every root, pool and
 * payout, and what the ledger says. Source: docs/rules/proofs.md, "A day".
 *
 * @param known - the club's keys from another source; by default those in the file.
 */
export async function checkDay(
  file: DayFile,
  tools: ProofTools,
  known: readonly ClubKey[] = file.keys,
): Promise<CheckLine[]> {
  const keys = await checkKeys(file.keys, tools);
  const log: CheckLine[] = [];
  for (const day of logsOf(file)) {
    log.push(...(await checkLogDay(day, { keys: known, last: undefined }, tools)));
  }
  const signature = await checkSignature(file, known, tools);
  const lines = [
    ...signature.map((line): CheckLine =>
      line.check === "signature" ? { ...line, check: "day_signature" } : line,
    ),
    ...keys,
    ...log,
    ...checkMoneyOfDay(file, tools),
    ...legsElsewhere(file.races),
  ];
  for (const { root } of [...file.races, ...(file.sports?.events ?? [])]) {
    if (root === null) continue;
    lines.push(checkInLog(root, file, tools), ...(await checkSignature(root, known, tools)));
  }
  return lines;
}

function logsOf({ log, log_elsewhere = [] }: DayFile): DayFile["log"][] {
  return [log, ...log_elsewhere].sort((a, b) => a.before_size - b.before_size);
}

/** The frozen pool of a race or an event must be the newest that the public log has of it. */
function checkInLog(root: SignedRoot, file: DayFile, { hash }: ProofTools): CheckLine {
  const where = { item: root.race_id };
  const entry = logsOf(file)
    .flatMap(({ roots }) => roots)
    .findLast(({ race_id }) => race_id === root.race_id);
  if (entry === undefined && file.log_elsewhere === undefined) {
    return unchecked("in_log", "signed on another day, whose log is not in the file", where);
  }
  const logged = entry === undefined ? "none" : hashOfRoot(entry, hash);
  return compare("in_log", where, [logged, hashOfRoot(root, hash)]);
}

/** The same without signatures: what the club's own report runs over its tables. */
export function checkMoneyOfDay(file: DayFile, { hash }: Pick<ProofTools, "hash">): CheckLine[] {
  const byRace = Map.groupBy(file.bets, ({ leaf }) => leaf.race_id);
  const pools = new DayPools(file);
  const lines = file.races.flatMap((race) => {
    const bets = byRace.get(race.race.race_id) ?? [];
    const [item, name] = [race.race.race_id, nameOf(race)];
    const own = [...checkRace(race), ...checkRootOfRace(race), ...checkTree(race, bets, hash)];
    return own.map((line): CheckLine => {
      const place = line.item === item || line.item === null ? name : `${name} ${line.item}`;
      return { ...line, item: place };
    });
  });
  // A double is reported on the day of its second race, even when its first was on another day.
  const known = new Set(file.races.map(({ race }) => race.race_id));
  const strays = file.bets.filter(
    ({ leaf }) => !known.has(leaf.race_id) && !known.has(leaf.race_id2 ?? leaf.race_id),
  );
  lines.push(compare("root_of_bets", { item: "bets of no race" }, [0, strays.length]));
  lines.push(...checkEarlierLegs(file.races));
  for (const bet of file.bets) lines.push(...pools.checkBet(bet));
  const sports = file.sports === undefined ? [] : checkSportDay(file.sports, { hash });
  return [...lines, ...pools.checkPools(), ...checkBooks(file, pools), ...sports];
}

/** Checks the frozen root against the leaves, and that no leaf is later than the close. */
function checkTree(race: RaceFile, bets: readonly DayBet[], hash: ProofTools["hash"]): CheckLine[] {
  const where = { item: race.race.race_id };
  if (race.root === null) return [compare("root_of_bets", where, [bets.length, 0])];
  const sorted = [...bets].sort((a, b) => (a.leaf.order_id < b.leaf.order_id ? -1 : 1));
  const leaves = sorted.map(({ leaf }) => leafHash(leafText(leaf), hash));
  const close = race.root.closed_at;
  const late = sorted.filter(({ leaf }) => leaf.accepted_at > close).length;
  return [
    compare("bets_of_receipt", where, [bets.length, race.root.bets]),
    compare("root_of_bets", where, [toHex(merkleRoot(leaves, hash)), race.root.root]),
    compare("in_time", where, [0, late]),
  ];
}

/** The ledger's entries against the pools, in both directions. */
function checkBooks(day: DayFile, pools: DayPools): CheckLine[] {
  const told = new Set<DayPool>();
  const lines = day.books.flatMap((books) => {
    const pool = pools.find(books);
    if (pool === undefined || pool.payout === null) return [];
    told.add(pool);
    return compareBooks(books, pool);
  });
  const untold = pools.settled.filter((pool) => !told.has(pool));
  return [...lines, compare("books", { item: "pools without books" }, [0, untold.length])];
}

function compareBooks(books: PoolBooks, { race, file }: DayPool): CheckLine[] {
  const where = { pool: file.pool, item: nameOf(race) };
  const isBack = file.status === "REFUND" || file.status === "REFUND_NO_WINNER";
  const back = file.refunded_cents + file.voided_cents;
  const lines: [computed: number, stated: number][] = [
    [file.gross_cents + back, books.staked_cents],
    [isBack ? file.gross_cents + back : back, books.refunded_cents],
    [isBack ? 0 : file.paid_cents, books.paid_cents],
    [file.takeout_cents, books.takeout_cents],
    [file.breakage_cents, books.breakage_cents],
    [file.house_topup_cents, books.house_topup_cents],
    [file.jackpot_in_cents, books.jackpot_in_cents],
    [file.jackpot_out_cents, books.jackpot_out_cents],
    [file.book_result_cents, books.book_result_cents],
    [0, books.left_cents],
  ];
  return lines.map((values) => compare("books", where, values));
}
