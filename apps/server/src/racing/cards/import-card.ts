import { isDeepStrictEqual } from "node:util";
import type { CardChange, CardDiff, CardFormat } from "@club/contract";
import { CARD_FORMATS } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { type Queryable, withTransaction } from "../../core/db/connect.ts";
import { command, oneRow } from "../../core/db/statements.ts";
import { audit } from "../../desk/operators/audit.ts";
import { hasRuleSet } from "../races/rule-sets.ts";
import { parseInstant, wireParams } from "../../core/http/wire.ts";
import { forgetPublicRaces } from "../../proofs/log/race-cache.ts";
import { forgetRaceFacts } from "../races/race-facts.ts";
import { lockRaces } from "../races/race-locks.ts";
import {
  auditLayout,
  laidWishes,
  layoutRows,
  layPools,
  racesOfMeeting,
} from "../pools/lay-multi-pools.ts";
import { applyCard } from "./apply-card.ts";
import { type Card, type CardOptions, problem, type ReadCard } from "./card.ts";
import { readClubCard } from "./club-card.ts";
import { readCsvCard } from "./csv-card.ts";
import { type CardPlan, diffCard } from "./diff-card.ts";
import { readEntainCard } from "./entain-card.ts";
import { readHkRacedayCard } from "./hk-raceday-card.ts";
import { readStoredCard } from "./stored-card.ts";

export interface CardImport {
  readonly format: string;
  readonly payload: unknown;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
  readonly firstRaceAt: string | null;
  /** Absent: the club itself, as in its demo. */
  readonly operator?: { id: string } | undefined;
  readonly request?: FastifyRequest | undefined;
  /** Further work in the transaction of an import, even of one that changes nothing. */
  readonly onImported?: (tx: Queryable, eventId: string | null) => Promise<void>;
}

const READERS: Readonly<Record<CardFormat, (payload: unknown, options: CardOptions) => ReadCard>> =
  {
    club: readClubCard,
    "hk-raceday": readHkRacedayCard,
    entain: readEntainCard,
    csv: readCsvCard,
  };

/**
 * Imports a race card, whole or not at all: new races become drafts, existing ones are changed, and
 * the same card again changes nothing. A dry run returns the same and writes nothing.
 *
 * @throws card.format_unknown, card.unreadable, card.problems, card.race_fixed, card.needs_confirm,
 * request.invalid (first_race_at)
 */
export async function importCard(ctx: AppContext, asked: CardImport): Promise<CardDiff> {
  const read = await readCard(ctx, asked);
  if (read.card === null || read.problems.length > 0) return answerProblems(asked, read);
  const { card } = read;
  const { diff, touched } = await withTransaction(ctx.db.operators, (tx) => work(tx, card, asked));
  for (const raceId of touched) {
    forgetRaceFacts(ctx, raceId);
    forgetPublicRaces(ctx, raceId);
  }
  return diff;
}

/** A card with problems has no diff: a dry run lists the problems, an import refuses. */
function answerProblems(asked: CardImport, { problems }: ReadCard): CardDiff {
  if (!asked.isDryRun) throw new Refusal("card.problems", { problems });
  const none = { added: 0, changed: 0, removed: 0, unchanged: 0, changes: [] };
  return { event_id: null, ...none, problems: [...problems], needs_confirm: false };
}

async function readCard(ctx: AppContext, asked: CardImport): Promise<ReadCard> {
  const format = CARD_FORMATS.find((each) => each === asked.format);
  if (format === undefined) {
    throw new Refusal("card.format_unknown", { field: "format", formats: CARD_FORMATS });
  }
  requireReadable(asked.payload);
  const currency = await clubCurrency(ctx);
  const read = READERS[format](asked.payload, { currency, firstRaceAt: firstRaceOf(asked) });
  if (read.card === null || (await hasRuleSet(ctx.db.operators, read.card.meeting.rule_set))) {
    return read;
  }
  const unknown = problem({ row: "meeting" }, "rule_set", "rule_set_unknown");
  return { ...read, problems: [...read.problems, unknown] };
}

/** @throws card.unreadable */
function requireReadable(payload: unknown): void {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    throw new Refusal("card.unreadable", { field: "payload", reason: "shape" });
  }
  // Text that was not UTF-8 arrives with this character for every letter lost.
  if (JSON.stringify(payload).includes("\ufffd")) {
    throw new Refusal("card.unreadable", { field: "payload", reason: "encoding" });
  }
}

function firstRaceOf({ firstRaceAt }: CardImport): Date | null {
  if (firstRaceAt === null) return null;
  const instant = parseInstant(firstRaceAt);
  if (instant === null) throw new Refusal("request.invalid", { field: "first_race_at" });
  return instant;
}

async function clubCurrency(ctx: AppContext): Promise<string> {
  const { rows } = await ctx.db.operators.query<{ currency: string }>("SELECT currency FROM club");
  return rows[0]?.currency ?? ctx.settings.currency;
}

interface Imported {
  readonly diff: CardDiff;
  readonly touched: readonly string[];
}

async function work(tx: Queryable, read: Card, asked: CardImport): Promise<Imported> {
  await lockMeeting(tx, read);
  const card = await withNewPools(tx, read);
  const plan = await planUnderLocks(tx, card, asked.isDryRun);
  const isEmpty = !plan.isMeetingChanged && plan.races.length === 0;
  if (isEmpty && !asked.isDryRun) {
    const touched = await layOut(tx, card, { ...asked, eventId: plan.diff.event_id });
    await asked.onImported?.(tx, plan.diff.event_id);
    return { diff: plan.diff, touched };
  }
  if (asked.isDryRun) return { diff: await withLayout(tx, card, plan), touched: [] };
  refuseProblems(plan, asked.isConfirmed);
  const eventId = await applyCard(tx, plan);
  if (plan.diff.changes.length > 0)
    await noteImport(tx, asked, { ...plan.diff, event_id: eventId });
  await layOut(tx, card, { ...asked, eventId, isMeetingChanged: plan.isMeetingChanged });
  await asked.onImported?.(tx, eventId);
  return { diff: { ...plan.diff, event_id: eventId }, touched: touchedBy(plan) };
}

async function noteImport(
  tx: Queryable,
  { format, operator, request }: CardImport,
  { event_id, changes }: CardDiff & { readonly event_id: string },
): Promise<void> {
  await tx.query("UPDATE meeting SET card_by = $2 WHERE id = $1", [event_id, operator?.id ?? null]);
  const after = { format, changes };
  await audit(tx, { action: "card.import", operator, request, target: event_id, after });
}

const readSaidPools = oneRow<
  { readonly pools: unknown },
  [country: string, code: string, date: string]
>("SELECT card_multi_pools AS pools FROM meeting WHERE country = $1 AND code = $2 AND date = $3");
const noteSaidPools = command<[meetingId: string, pools: string]>(
  "UPDATE meeting SET card_multi_pools = $2::jsonb WHERE id = $1",
);

/** The card with its pools of three races and more only where it says something new of them: the desk may have changed them. */
async function withNewPools(tx: Queryable, card: Card): Promise<Card> {
  const { multiPools, ...others } = card;
  const { country, code, date } = card.meeting;
  const said = await readSaidPools(tx, country, code, date);
  return isDeepStrictEqual(said?.pools, multiPools) ? others : card;
}

/** A dry run with what the card's pools of three races and more would change, and what keeps them from it. */
async function withLayout(tx: Queryable, card: Card, plan: CardPlan): Promise<CardDiff> {
  const { multiPools } = card;
  const { diff } = plan;
  const isTried = multiPools !== undefined || (plan.isMeetingChanged && diff.event_id !== null);
  const refusal = isTried && diff.problems.length === 0 ? await tryLayout(tx, card, plan) : null;
  if (multiPools === undefined) return isTried ? { ...diff, refusal } : diff;
  const rows = await layoutRows(tx, diff.event_id, multiPools);
  const count = (kind: CardChange["kind"]) => rows.filter((row) => row.kind === kind).length;
  const named = rows.filter((row) => row.kind !== "removed").length;
  return {
    ...diff,
    added: diff.added + count("added"),
    changed: diff.changed + count("changed"),
    removed: diff.removed + count("removed"),
    unchanged: diff.unchanged + multiPools.length - named,
    changes: [...diff.changes, ...rows],
    refusal,
  };
}

/** How the import would be refused: it is done up to there, and taken back. */
async function tryLayout(
  tx: Queryable,
  { multiPools }: Card,
  plan: CardPlan,
): Promise<CardDiff["refusal"]> {
  await tx.query("SAVEPOINT dry_run");
  try {
    const eventId = await applyCard(tx, plan);
    await layPools(tx, eventId, multiPools ?? (await laidWishes(tx, eventId)));
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, params: wireParams(error.params) };
  } finally {
    await tx.query("ROLLBACK TO SAVEPOINT dry_run");
  }
}

/**
 * Lays out the pools of three races and more where the card names any, or says something else of the
 * meeting, whose rules they have. Returns what changed.
 */
async function layOut(
  tx: Queryable,
  { multiPools }: Card,
  asked: CardImport & { readonly eventId: string | null; readonly isMeetingChanged?: boolean },
): Promise<string[]> {
  const { eventId, operator, request } = asked;
  if (eventId === null || (multiPools === undefined && asked.isMeetingChanged !== true)) return [];
  const layout = await layPools(tx, eventId, multiPools ?? (await laidWishes(tx, eventId)));
  if (multiPools !== undefined) await noteSaidPools(tx, eventId, JSON.stringify(multiPools));
  if (layout.added.length + layout.removed.length === 0) return [];
  await auditLayout(tx, { eventId, operator, request, layout });
  return [eventId];
}

/** One import per meeting at a time. Only imports take this lock, so it comes before the races'. */
async function lockMeeting(tx: Queryable, { meeting }: Card): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 8))", [
    `${meeting.country}/${meeting.code}/${meeting.date}`,
  ]);
}

/** Locks the races that change, then compares again with what was committed by then. */
async function planUnderLocks(tx: Queryable, card: Card, isDryRun: boolean): Promise<CardPlan> {
  const first = diffCard(card, await readStoredCard(tx, card.meeting));
  const locked = touchedBy(first);
  // A pool of several races goes only while no bet of it is in flight, and what the meeting says of
  // its pools changes only while none of its races opens.
  const reachesAll = card.multiPools !== undefined || first.isMeetingChanged;
  if (reachesAll && first.diff.event_id !== null) {
    locked.push(...(await racesOfMeeting(tx, first.diff.event_id)));
  }
  // A dry run changes nothing, but tries out the pools of several races like the import.
  if (locked.length === 0 || (isDryRun && !reachesAll)) return first;
  await lockRaces(tx, { exclusive: locked });
  const plan = diffCard(card, await readStoredCard(tx, card.meeting));
  const isOther = touchedBy(plan).some((raceId) => !locked.includes(raceId));
  if (isOther && !isDryRun) throw new Refusal("club.busy");
  return plan;
}

/** The existing races that change. */
function touchedBy(plan: CardPlan): string[] {
  return plan.races.flatMap((race) => (race.stored === null ? [] : [race.stored.id]));
}

function refuseProblems({ diff }: CardPlan, isConfirmed: boolean): void {
  const { problems } = diff;
  if (problems.some(({ code }) => code === "race_fixed")) {
    throw new Refusal("card.race_fixed", { problems });
  }
  if (problems.length > 0) throw new Refusal("card.problems", { problems });
  if (diff.needs_confirm && !isConfirmed) throw new Refusal("card.needs_confirm", { ...diff });
}
