import { createHash } from "node:crypto";
import { Refusal, canonicalJson } from "@club/domain";
import type { CanonicalValue } from "@club/domain";
import { withTransaction } from "../../core/db/connect.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import type { Connection } from "../../core/db/connection.ts";
import { lockPlayer, type WalletRow } from "../../people/player-lock/lock-player.ts";
import { findKey, keepKey } from "./wallet.queries.ts";

/** A call that moves a player's money: at most once per (player, key). */
export interface OnceCall {
  readonly playerId: string;
  readonly key: string;
  /** The call's name; a key used for one call is refused for another. */
  readonly kind: string;
  /** What was asked for: the same key with another body is refused. */
  readonly body: CanonicalValue;
}

export interface OnceAnswer<Answer> {
  readonly answer: Answer;
  /** True when this is the stored answer: header `Idempotency-Replayed`. */
  readonly isReplay: boolean;
}

/**
 * Runs a money call in one transaction under the player's lock, once per key: a second request
 * waits for the first and gets its answer. A refusal rolls back and writes nothing, so its key may
 * be used again. The answer is stored as JSON: amounts in it are wire numbers.
 *
 * @param work - gets the transaction and the wallet as it is under the lock.
 * @throws idempotency.mismatch for a key of another body, call or bet; not_found for an unknown
 * player.
 */
export async function runOnce<Answer>(
  pool: ClubPool,
  call: OnceCall,
  work: (tx: Connection, wallet: WalletRow) => Promise<Answer>,
): Promise<OnceAnswer<Answer>> {
  const bodyHash = createHash("sha256").update(canonicalJson(call.body)).digest();
  return await withTransaction(pool, async (tx) => {
    const wallet = await lockPlayer(tx, call.playerId);
    const known = await findKey(tx, call.playerId, call.key);
    if (known !== null) {
      const isSame = known.kind === call.kind && known.body_hash.equals(bodyHash);
      if (!isSame) throw new Refusal("idempotency.mismatch");
      return { answer: known.answer as Answer, isReplay: true };
    }
    const answer = await work(tx, wallet);
    await keepKey(tx, call.playerId, {
      key: call.key,
      kind: call.kind,
      body_hash: bodyHash,
      answer,
    });
    return { answer, isReplay: false };
  });
}
