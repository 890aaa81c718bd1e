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
import { HASH_BYTES, sha256 } from "../tree/bet-tree.ts";
import { rememberList } from "./race-cache.ts";
import { countRoots, readLatestRoot, readLogLeaves, readRootsOfDay } from "./log.queries.ts";
import { readPublicKeys, readSigningKey, signText } from "../signing/signing-keys.ts";

type LogContext = Pick<AppContext, "db" | "secrets">;

/**
 * One day of the public log: its signed roots, the log's head after them, and the proof that the
 * log only grew since the day before. Source: docs/rules/proofs.md, "The public log".
 */
export async function logOfDay(ctx: LogContext, day: string): Promise<LogDay> {
  return await rememberList(ctx, `roots:${day}`, async () => {
    const db = ctx.db.browsing;
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
      head: await headOf(ctx, leaves),
      consistency: consistencyProof(leaves, before, sha256).map(toHex),
    };
  });
}

/** The content of `/.well-known/club-roots`: the keys, the newest root and the log's size. */
export async function clubRoots(ctx: LogContext): Promise<ClubRoots> {
  return await rememberList(ctx, "club-roots", async () => {
    const db = ctx.db.browsing;
    const latest = await readLatestRoot(db);
    const leaves = unpack(await readLogLeaves(db, await countRoots(db)));
    return { keys: await readPublicKeys(db), latest, log: await headOf(ctx, leaves) };
  });
}

async function headOf(ctx: LogContext, leaves: readonly Uint8Array[]): Promise<LogHead> {
  const key = await readSigningKey(ctx.db.browsing, ctx.secrets);
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
