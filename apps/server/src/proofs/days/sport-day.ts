import type { DaySportBet, EventFile, SportDay } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { rowsAhead } from "../../core/db/read-ahead.ts";
import { eventFileOf, resultOf } from "../files/compose-event-file.ts";
import { readEventParts } from "../files/event-file.ts";
import {
  listEventsOfDay,
  readDaySportBets,
  readLegsElsewhere,
  readSportBooks,
} from "./sport-day.queries.ts";

const PAGE = 10_000;

/** A day's sports from stored facts; undefined when betting closed on no event. */
export async function readSportDay(tx: Queryable, day: string): Promise<SportDay | undefined> {
  const eventIds = await listEventsOfDay(tx, day);
  if (eventIds.length === 0) return undefined;
  const events: EventFile[] = [];
  for (const eventId of eventIds) events.push(eventFileOf(await readEventParts(tx, eventId)));
  const bets: DaySportBet[] = [];
  for await (const page of betsOfEvents(tx, eventIds)) bets.push(...page);
  const elsewhere = await readLegsElsewhere(tx, eventIds);
  return {
    events,
    bets,
    elsewhere: elsewhere.map((row) => ({ outcome_id: row.outcome_id, result: resultOf(row) })),
    books: await readSportBooks(tx, eventIds),
  };
}

async function* betsOfEvents(
  db: Queryable,
  eventIds: readonly string[],
): AsyncGenerator<DaySportBet[]> {
  const pages = rowsAhead(PAGE, async (page) => await readDaySportBets(db, eventIds, page));
  for await (const rows of pages) {
    yield rows.map((row) => ({
      leaf: row.leaf,
      max_payout_cents: Number(row.max_payout_cents),
      payout_cents: Number(row.payout_cents),
      refund_cents: Number(row.refund_cents),
      void: row.is_void,
    }));
  }
}
