import { createHash } from "node:crypto";
import type { ArrivalAnswer, CardArrival, CardDiff } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { type ArrivalRow, insertArrival, isKnownFile, replaceWaiting } from "./arrivals.queries.ts";
import { formatOf } from "./card-format.ts";
import { importCard } from "./import-card.ts";

export interface Incoming {
  readonly source: CardArrival["source"];
  /** The file's name, or the message's id. */
  readonly name: string;
  /** The raw text. */
  readonly text: string;
  /** undefined: it is not JSON, or too large. */
  readonly payload: unknown;
  readonly format?: string | null | undefined;
}

const MOST_PROBLEMS = 200;

/**
 * Takes in a card that arrived by itself: works out what it would do, and leaves it for a person to
 * decide. Imports nothing. A known message, or an unchanged file, adds nothing: null.
 */
export async function receiveCard(ctx: AppContext, came: Incoming): Promise<string | null> {
  const format = came.format ?? formatOf(came.payload) ?? "unknown";
  const answer = await tryOut(ctx, format, came.payload);
  const row = {
    id: newId(),
    source: came.source,
    name: came.name,
    format,
    payload: answer.unreadable === null ? JSON.stringify(came.payload) : "",
    hash: createHash("sha256").update(came.text).digest(),
    answer,
  };
  return await withTransaction(ctx.db.jobs, async (tx) => {
    await lockName(tx, came);
    if (came.source === "folder") {
      if (await isKnownFile(tx, row.name, row.hash)) return null;
      await replaceWaiting(tx, row.name);
    }
    if (!(await insertArrival(tx, row))) return null;
    const { problems, ...counts } = answer;
    await audit(tx, {
      action: "card.arrive",
      target: row.id,
      after: { source: row.source, name: row.name, ...counts, problems: problems.length },
    });
    await tx.query("SELECT tell('operator', 'queue', $1)", [JSON.stringify({ queue: "cards" })]);
    return row.id;
  });
}

/** One arrival per name at a time; nothing else takes this lock. */
async function lockName(tx: Queryable, { source, name }: Incoming): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 10))", [`${source}/${name}`]);
}

async function tryOut(ctx: AppContext, format: string, payload: unknown): Promise<ArrivalAnswer> {
  const asked = { format, payload, isDryRun: true, isConfirmed: false, firstRaceAt: null };
  try {
    return answerOf(await importCard(ctx, asked), payload);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason } = error.params;
    const unreadable = typeof reason === "string" ? reason : error.code;
    return { ...NOTHING, meeting: null, unreadable };
  }
}

const NOTHING = { added: 0, changed: 0, removed: 0, needs_confirm: false, problems: [] };

function answerOf(diff: CardDiff, payload: unknown): ArrivalAnswer {
  const { added, changed, removed, needs_confirm } = diff;
  const problems = diff.problems.slice(0, MOST_PROBLEMS);
  const meeting = meetingOf(diff, payload);
  return { meeting, unreadable: null, added, changed, removed, needs_confirm, problems };
}

/** The meeting's name: from the row that changes, else as the file calls it. */
function meetingOf(diff: CardDiff, payload: unknown): string | null {
  const row = diff.changes.find(({ race, pool }) => race === null && pool === undefined)?.name;
  if (row !== undefined) return row;
  const { meeting } = payload as { meeting?: { name?: unknown } };
  return typeof meeting?.name === "string" ? meeting.name : null;
}

export function toArrival(row: ArrivalRow): CardArrival {
  const { id, answer, size, arrived_at, decided_at, ...rest } = row;
  return {
    arrival_id: id,
    ...rest,
    ...answer,
    size_bytes: size,
    arrived_at: wireInstant(arrived_at),
    decided_at: wireInstant(decided_at),
  };
}
