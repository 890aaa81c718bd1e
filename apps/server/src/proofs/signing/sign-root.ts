import {
  NO_ROOT_BEFORE,
  type SignedRoot,
  leafBytes,
  logText,
  signedText,
  toHex,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { SUBJECTS, type SubjectKind } from "../tree/subjects.ts";
import { sha256 } from "../tree/bet-tree.ts";
import { readSigningKey, signText } from "./signing-keys.ts";

/** What was frozen and is to be signed. */
export interface NewRoot {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly bets: number;
  readonly root: Uint8Array;
  /** Accepted stakes: a race's by pool; an event's singles by market, and all its multiples. */
  readonly pools: Readonly<Record<string, number>>;
  readonly closed_at: Date;
}

/**
 * Signs a frozen race or event and appends it to the public log, in the transaction that freezes
 * it: the log has one order, and each entry names the hash of the one before. Source:
 * docs/rules/proofs.md, "The public log".
 */
export async function signRoot(
  tx: Queryable,
  ctx: Pick<AppContext, "secrets">,
  frozen: NewRoot,
): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('signed_root', 7))");
  const { rows } = await tx.query<{ seq: bigint; hash: Buffer }>(
    "SELECT seq, hash FROM signed_root ORDER BY seq DESC LIMIT 1",
  );
  const last = rows[0];
  const key = await readSigningKey(tx, ctx.secrets);
  const unsigned = {
    format: SUBJECTS[frozen.kind].format,
    race_id: frozen.id,
    bets: frozen.bets,
    root: toHex(frozen.root),
    pools: frozen.pools,
    closed_at: frozen.closed_at.toISOString(),
    previous: last === undefined ? NO_ROOT_BEFORE : last.hash.toString("hex"),
    key_id: key.keyId,
  };
  const signed: SignedRoot = { ...unsigned, signature: signText(key, signedText(unsigned)) };
  const body = logText(signed);
  await tx.query(
    `INSERT INTO signed_root (seq, subject_id, day, body, hash, leaf)
     SELECT $1::bigint, $2, greatest((club_now() AT TIME ZONE club.time_zone)::date,
       (SELECT day FROM signed_root WHERE seq = $1::bigint - 1)), $3, $4, $5 FROM club`,
    [(last?.seq ?? 0n) + 1n, frozen.id, body, sha256(Buffer.from(body)), sha256(leafBytes(body))],
  );
}
