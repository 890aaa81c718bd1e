import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { SingleFlight } from "../../core/kit/single-flight.ts";
import { askWorker } from "../../core/kit/worker.ts";
import { type EventOrder, type EventParts, composeEventFile } from "./compose-event-file.ts";
import type { ComposedFile } from "./compose-file.ts";
import {
  readEventState,
  readFileEvent,
  readFileMarkets,
  readMultiples,
  readSingles,
  readStoredEventFile,
  storeEventFile,
} from "./event-file.queries.ts";
import type { RaceFileAnswer } from "./race-file.ts";
import { readSigningKey } from "../signing/signing-keys.ts";

/** Beyond so many different singles the file is made by a thread of its own. */
const INLINE_SINGLES = 2000;
const FILE_WORKER = new URL("./event-file.worker.ts", import.meta.url);

type FileContext = Pick<AppContext, "db" | "secrets">;

/** One making of a file at a time in this process. */
const makingOf = perServer(() => new SingleFlight<ComposedFile>());

/**
 * The public file of an event that has closed, from the copy of its last making where nothing has
 * changed since. @throws not_found, sport.event_state while bets are taken
 */
export async function publicEventFile(ctx: FileContext, eventId: string): Promise<RaceFileAnswer> {
  const found = await readEventState(ctx.db.browsing, eventId);
  if (found === null) throw new Refusal("not_found");
  const { state, status, is_final: isFinal } = found;
  if (status === "open") throw new Refusal("sport.event_state", { status });
  const stored = await readStoredEventFile(ctx.db.browsing, eventId);
  const file =
    stored?.state === state
      ? stored
      : await makingOf(ctx).run(`${eventId} ${state}`, async () => await make(ctx, eventId, state));
  return { body: file.body, digest: file.digest, isFinal };
}

async function make(ctx: FileContext, eventId: string, state: string): Promise<ComposedFile> {
  const parts = await readEventParts(ctx.db.jobs, eventId);
  const order = { parts, key: await readSigningKey(ctx.db.jobs, ctx.secrets) };
  const isSmall = parts.singles.length <= INLINE_SINGLES;
  const file = isSmall
    ? composeEventFile(order)
    : await askWorker<EventOrder, ComposedFile>(FILE_WORKER, order);
  const body = Buffer.from(file.body);
  const digest = Buffer.from(file.digest);
  // What was read may be newer than the state that asked for it: then the next one makes it again.
  await storeEventFile(ctx.db.jobs, eventId, { state, body, digest, size: file.size });
  return { ...file, body, digest };
}

/** What the file of an event is made of, from stored facts: prices, results, bets. */
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
