import type { ClubPool } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";
import { newId } from "../../core/kit/ids.ts";
import { argumentsOf } from "../../core/db/arguments.ts";
import type { BetChunk, ChunkVerdict } from "../../money/ledger/run-chunks.ts";

/**
 * Pays one chunk in one transaction: see pay_settlement_chunk for its locks. Pays nothing if the
 * cursor has moved since it was read. @throws CommitInDoubt
 */
export async function payChunk(
  db: ClubPool,
  settlementId: string,
  { from, to, due }: BetChunk<readonly [betId: string, cents: bigint]>,
): Promise<"paid" | "busy" | "moved"> {
  const { rows } = await db.queryThatCommits<{ verdict: "paid" | "busy" | "moved" }>({
    name: "settlement-pay-chunk",
    text: "SELECT pay_settlement_chunk($1, $2, $3, $4::uuid[], $5::uuid[], $6::bigint[]) AS verdict",
    values: argumentsOf("pay_settlement_chunk", {
      p_settlement: settlementId,
      p_from: from,
      p_to: to,
      p_entry: due.map(() => newId()),
      p_bet: due.map(([betId]) => betId),
      p_amount: due.map(([, cents]) => cents),
    }),
  });
  return rows[0]?.verdict ?? "busy";
}

/** The last transaction of a pool: see close_settled_pool. */
export async function closePool(
  db: ClubPool,
  settlementId: string,
  cursor: string | null,
): Promise<ChunkVerdict> {
  const { rows } = await db.queryThatCommits<{ verdict: "posted" | "busy" | "moved" }>(
    "SELECT close_settled_pool($1, $2, $3) AS verdict",
    [settlementId, cursor, newId()],
  );
  const verdict = rows[0]?.verdict ?? "busy";
  return verdict === "posted" ? "done" : verdict;
}

/** Returns whether the race is settled: false while one of its pools is not posted. */
export async function finishRace(db: ClubPool, raceId: string, version: number): Promise<boolean> {
  const { rows } = await db.queryThatCommits<{ is_settled: boolean }>(
    "SELECT finish_race_settlement($1, $2) AS is_settled",
    [raceId, version],
  );
  return rows[0]?.is_settled ?? false;
}

/** The same in the transaction that planned nothing. */
export const finishUnpaid = command<{ raceId: string; version: number }>(
  "SELECT finish_race_settlement($1, $2)",
  ["raceId", "version"],
);

export async function announceRace(db: ClubPool, raceId: string, version: number): Promise<void> {
  await db.queryThatCommits("SELECT announce_settlement($1, $2)", [raceId, version]);
}
