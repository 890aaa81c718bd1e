import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { decrypt, encrypt, lookupHash } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { newId } from "../../core/kit/ids.ts";
import { lockPlayer } from "../player-lock/lock-player.ts";
import { noteIdentity } from "../protection/operator-protection.ts";
import { readPerson } from "../protection/read-person.ts";
import type { IdentityNews, IdentityQuestion, IdentityStatus } from "./identity-adapter.ts";
import {
  claimChecks,
  decidedBefore,
  findCheck,
  hashOfCheck,
  insertCheck,
  isNeeded,
  isNoticeKept,
  isVerified,
  keepNotice,
  listUnasked,
  lockCheckId,
  noteFailure,
  noteStatus,
} from "./identity-checks.queries.ts";
import type { DueCheck } from "./identity-checks.queries.ts";

const MOST_NEW = 100;
const AT_ONCE = 5;
/** Pauses after tries that told nothing. */
const WAITS_S = [5, 15, 60, 300, 600] as const;
const LONGEST_S = 600;

function questionPlace(id: string): Place {
  return { table: "identity_check", column: "sealed", id };
}

/** Clock work: sends players whose identity must be checked to the connected provider. */
export async function checkIdentities(ctx: AppContext): Promise<void> {
  const connection = await ctx.connections.open("identity");
  if (connection === null) return;
  const provider = connection.provider.name;
  for (const playerId of await listUnasked(ctx.db.jobs, MOST_NEW)) {
    await wantCheck(ctx, playerId, provider);
  }
  for (;;) {
    const due = await claimChecks(ctx.db.jobs, { provider, most: AT_ONCE });
    if (due.length === 0) return;
    await Promise.all(due.map(async (check) => await ask(ctx, check)));
  }
}

/** A changed name, date of birth or address counts as another person and is checked again. */
export async function wantCheckAfterChange(ctx: AppContext, playerId: string): Promise<void> {
  const connection = await ctx.connections.open("identity");
  if (connection !== null) await wantCheck(ctx, playerId, connection.provider.name);
}

/** Writes down what will be asked of a player, if enough is known. */
async function wantCheck(ctx: AppContext, playerId: string, provider: string): Promise<void> {
  const { browsing: db } = ctx.db;
  if (!(await isNeeded(db, playerId))) return;
  const question = await questionOf(ctx, db, playerId);
  if (question === null) return;
  const { text, hash } = question;
  const id = newId();
  const sealed = encrypt(ctx.secrets, questionPlace(id), text);
  await insertCheck(db, { id, playerId, provider, hash, sealed });
  if (await isVerified(db, playerId, hash)) await takeVerified(ctx, playerId, hash);
}

/** What is asked of a player now, and by which it is known again; null: too little is known. */
async function questionOf(
  ctx: AppContext,
  db: Queryable,
  playerId: string,
): Promise<{ text: string; hash: Buffer } | null> {
  const { fullName, dateOfBirth, country, address, postcode } = await readPerson(ctx, db, playerId);
  if (fullName === null || dateOfBirth === null) return null;
  const lines = [address, postcode].filter((line) => line !== null);
  const question: IdentityQuestion = {
    full_name: fullName,
    date_of_birth: dateOfBirth,
    country,
    address: lines.length === 0 ? null : lines.join(", "),
  };
  const text = JSON.stringify(question);
  return { text, hash: lookupHash(ctx.secrets, "identity check", text) };
}

/** Who was verified, took another name and is himself again, was verified. */
async function takeVerified(ctx: AppContext, playerId: string, hash: Buffer): Promise<void> {
  await withTransaction(ctx.db.browsing, async (tx) => {
    await lockPlayer(tx, playerId);
    if (!(await isNeeded(tx, playerId)) || !(await isStill(ctx, tx, { playerId, hash }))) return;
    await noteIdentity(ctx, tx, { playerId, evidence: "verified before", dateOfBirth: undefined });
  });
}

/** Whether a player is whom a check was about. */
async function isStill(
  ctx: AppContext,
  tx: Queryable,
  { playerId, hash }: { playerId: string; hash: Buffer },
): Promise<boolean> {
  return (await questionOf(ctx, tx, playerId))?.hash.equals(hash) === true;
}

async function ask(
  ctx: AppContext,
  { id, player_id: playerId, sealed, attempts }: DueCheck,
): Promise<void> {
  const question = JSON.parse(decrypt(ctx.secrets, questionPlace(id), sealed)) as IdentityQuestion;
  try {
    const { checkId, status } = await ctx.connections.use(
      "identity",
      async (adapter) => await adapter.check(id, question),
    );
    crashPoint("identity.answered");
    await withTransaction(ctx.db.jobs, async (tx) => {
      const decided = await overtakenBy(tx, { checkId, status });
      await lockPlayer(tx, playerId);
      await take(ctx, tx, { id, playerId, checkId, status: decided });
    });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const waitS = Math.max(
      WAITS_S[attempts - 1] ?? LONGEST_S,
      Math.min(error.afterS ?? 0, LONGEST_S),
    );
    await noteFailure(ctx.db.jobs, { id, failure: error.reason, waitS });
  }
}

/** What an answer comes to: a notice of a check under review may have been quicker than it. */
async function overtakenBy(
  tx: Connection,
  { checkId, status }: Pick<Decided, "checkId" | "status">,
): Promise<IdentityStatus> {
  if (checkId === null) return status;
  await lockCheckId(tx, checkId);
  return status === "review" ? ((await decidedBefore(tx, checkId)) ?? status) : status;
}

interface Decided {
  readonly id: string;
  readonly playerId: string;
  readonly checkId: string | null;
  readonly status: IdentityStatus;
}

/**
 * What follows from an answer, once: of somebody who has taken another name since, nothing. The
 * caller holds the player's lock.
 */
async function take(ctx: AppContext, tx: Connection, decided: Decided): Promise<boolean> {
  const { id, playerId, checkId, status } = decided;
  if (!(await noteStatus(tx, { id, checkId, status }))) return false;
  const hash = await hashOfCheck(tx, id);
  if (status === "verified" && hash !== null && (await isStill(ctx, tx, { playerId, hash }))) {
    const evidence = `identity check ${checkId ?? id}`;
    await noteIdentity(ctx, tx, { playerId, evidence, dateOfBirth: undefined });
  }
  return true;
}

/**
 * Takes a checker's notice, once. One about a check that was decided before changes nothing; one
 * that overtakes the answer which names its check is kept, and counts when that comes.
 */
export async function takeIdentityNews(ctx: AppContext, news: IdentityNews): Promise<void> {
  const { decided } = news;
  if (decided === null) return;
  await withTransaction(ctx.db.jobs, async (tx) => {
    await lockCheckId(tx, decided.checkId);
    const check = await findCheck(tx, decided.checkId);
    if (check !== null) await lockPlayer(tx, check.player_id);
    if (await isNoticeKept(tx, news.noticeId)) return;
    if (check === null) return await keepNotice(tx, news, "unknown");
    const { id, player_id: playerId } = check;
    const isTaken = await take(ctx, tx, { id, playerId, ...decided });
    await keepNotice(tx, news, isTaken ? "taken" : "late");
  });
}
