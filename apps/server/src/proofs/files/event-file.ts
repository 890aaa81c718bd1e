import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import type { EventParts } from "./compose-event-file.ts";
import {
  readEventState,
  readFileEvent,
  readFileMarkets,
  readMultiples,
  readSingles,
} from "./event-file.queries.ts";
import type { FileSubject } from "./public-file.ts";

/** Above this many different singles the file counts as large. */
const INLINE_SINGLES = 2000;

/** The public file of an event. Source: docs/rules/proofs.md, "The file of an event". */
export const eventFile: FileSubject = {
  kind: "event",
  readState: readEventState,
  refusal: (_id, status) => new Refusal("sport.event_state", { status }),
  read: async (db, id) => {
    const parts = await readEventParts(db, id);
    return { parts: { kind: "event", ...parts }, isLarge: parts.singles.length > INLINE_SINGLES };
  },
};

/** What an event's file is made from, out of stored facts: prices, results, bets. */
export async function readEventParts(db: Queryable, eventId: string): Promise<EventParts> {
  const event = await readFileEvent(db, eventId);
  if (event === null) throw new Refusal("not_found");
  return {
    event,
    markets: await readFileMarkets(db, eventId),
    singles: await readSingles(db, eventId),
    multiples: await readMultiples(db, eventId),
  };
}
