import {
  type CanonicalValue,
  DAY_FORMAT,
  canonicalJson,
  type DayBet,
  type DayFile,
  type LogDay,
  type RaceFile,
  signedText,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { rowsAhead } from "../../core/db/read-ahead.ts";
import { readSnapshot } from "../../core/db/connection.ts";
import { raceFileOf } from "../files/compose-race-file.ts";
import {
  type DayBetRow,
  listOtherLogDays,
  listRacesOfDay,
  readBetsFromElsewhere,
  readClubFace,
  readDayBets,
  readPoolBooks,
} from "./day-file.queries.ts";
import { readLogDay } from "../log/public-log.ts";
import { readRaceParts } from "../files/race-file.ts";
import { readPublicKeys, readSigningKey, signText } from "../signing/signing-keys.ts";
import { readSportDay } from "./sport-day.ts";

const PAGE = 10_000;

/**
 * A whole day from stored facts: its races with the rules of that day, every bet with its result,
 * what the ledger says of each pool, and the public log; signed. Source: docs/rules/proofs.md, "A
 * day".
 */
export async function makeDayFile(
  ctx: Pick<AppContext, "db" | "secrets">,
  day: string,
): Promise<DayFile> {
  const facts = await readSnapshot(ctx.db.jobs, async (tx) => await readDayFacts(tx, day));
  const db = ctx.db.jobs;
  const key = await readSigningKey(db, ctx.secrets);
  const { club, ...rest } = facts;
  const unsigned = {
    format: DAY_FORMAT,
    club: club.name,
    currency: club.currency,
    day,
    made_at: club.now.toISOString(),
    keys: await readPublicKeys(db),
    log: await readLogDay(ctx, db, day),
    log_elsewhere: await readLogElsewhere(ctx, db, { ...rest, day }),
    ...rest,
    key_id: key.keyId,
  } as const;
  return { ...unsigned, signature: signText(key, signedText(unsigned)) };
}

/** The days of the log, besides this one, on which its races and events were signed. */
async function readLogElsewhere(
  ctx: Pick<AppContext, "secrets">,
  db: Queryable,
  { day, races, sports }: Pick<DayFile, "day" | "races" | "sports">,
): Promise<LogDay[]> {
  const ids = [
    ...races.map(({ race }) => race.race_id),
    ...(sports?.events ?? []).map(({ event }) => event.event_id),
  ];
  const logs: LogDay[] = [];
  for (const other of await listOtherLogDays(db, ids, day)) {
    logs.push(await readLogDay(ctx, db, other));
  }
  return logs;
}

/** The archive of a day as its canonical text. */
export async function dayText(
  ctx: Pick<AppContext, "db" | "secrets">,
  day: string,
): Promise<string> {
  return canonicalJson((await makeDayFile(ctx, day)) as CanonicalValue);
}

async function readDayFacts(tx: Queryable, day: string) {
  const club = await readClubFace(tx);
  const raceIds = await listRacesOfDay(tx, day);
  const races: RaceFile[] = [];
  const bets: DayBet[] = [];
  for (const raceId of raceIds) {
    races.push(raceFileOf(await readRaceParts(tx, raceId)));
    const read = async (page: BetPage): Promise<DayBetRow[]> => await readDayBets(tx, raceId, page);
    for await (const page of betPages(read)) bets.push(...page);
  }
  const elsewhere = async (page: BetPage): Promise<DayBetRow[]> =>
    await readBetsFromElsewhere(tx, raceIds, page);
  for await (const page of betPages(elsewhere)) bets.push(...page);
  const sports = await readSportDay(tx, day);
  const books = await readPoolBooks(tx, raceIds);
  return { club, races, bets, books, ...(sports === undefined ? {} : { sports }) };
}

interface BetPage {
  readonly after: string;
  readonly limit: number;
}

async function* betPages(read: (page: BetPage) => Promise<DayBetRow[]>): AsyncGenerator<DayBet[]> {
  for await (const rows of rowsAhead(PAGE, read)) {
    yield rows.map(({ leaf, payout_cents, refund_cents, is_void }) => ({
      leaf,
      payout_cents: Number(payout_cents),
      refund_cents: Number(refund_cents),
      void: is_void,
    }));
  }
}
