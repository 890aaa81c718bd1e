import type { ClubRoots } from "@club/contract";
import {
  type LogDay,
  type LogHead,
  consistencyProof,
  merkleRoot,
  signedText,
  toHex,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { HASH_BYTES, sha256 } from "../tree/bet-tree.ts";
import { rememberList } from "./race-cache.ts";
import { countRoots, readLatestRoot, readLogLeaves, readRootsOfDay } from "./log.queries.ts";
import {
  type SigningKey,
  readPublicKeys,
  readSigningKey,
  signText,
} from "../signing/signing-keys.ts";

type LogContext = Pick<AppContext, "db" | "secrets">;

/**
 * One day of the public log: its signed roots, the log's head after them, and the proof that the
 * log only grew since the day before. Source: docs/rules/proofs.md, "The public log".
 */
export async function logOfDay(ctx: LogContext, day: string): Promise<LogDay> {
  return await rememberList(
    ctx,
    `roots:${day}`,
    async () => await readLogDay(ctx, ctx.db.browsing, day),
  );
}

/** The same, read anew: what goes into an archive beside its races must not be older than these. */
export async function readLogDay(
  ctx: Pick<AppContext, "secrets">,
  db: Queryable,
  day: string,
): Promise<LogDay> {
  const found = await readRootsOfDay(db, day);
  const size = Number(found.at(-1)?.seq ?? (await countRoots(db, day)));
  const before = size - found.length;
  const leaves = unpack(await readLogLeaves(db, size));
  return {
    format: "club-log-day/1" as const,
    day,
    before_size: before,
    before_root: toHex(merkleRoot(leaves.slice(0, before), sha256)),
    roots: found.map(({ root }) => root),
    head: headOf(await readSigningKey(db, ctx.secrets), leaves),
    consistency: consistencyProof(leaves, before, sha256).map(toHex),
  };
}

/** The content of `/.well-known/club-roots`: the keys, the newest root and the log's size. */
export async function clubRoots(ctx: LogContext): Promise<ClubRoots> {
  return await rememberList(ctx, "club-roots", async () => {
    const db = ctx.db.browsing;
    const latest = await readLatestRoot(db);
    const key = await readSigningKey(db, ctx.secrets);
    const leaves = unpack(await readLogLeaves(db, await countRoots(db)));
    return { keys: await readPublicKeys(db), latest, log: headOf(key, leaves) };
  });
}

function headOf(key: SigningKey, leaves: readonly Uint8Array[]): LogHead {
  const unsigned = {
    format: "club-log/1" as const,
    size: leaves.length,
    root: toHex(merkleRoot(leaves, sha256)),
    key_id: key.keyId,
  };
  return { ...unsigned, signature: signText(key, signedText(unsigned)) };
}

function unpack(packed: Buffer): Uint8Array[] {
  return Array.from({ length: packed.length / HASH_BYTES }, (_, i) =>
    packed.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
