import { createHash } from "node:crypto";
import type { DataOf, getSportOrder } from "@club/contract";
import { merklePath, merkleTree } from "@club/domain";
import type { AppContext } from "../context.ts";
import type { Queryable } from "../db/connect.ts";
import type { SportBetData } from "./sport-orders.queries.ts";

type Proofs = DataOf<typeof getSportOrder>["proofs"];

const LEAVES = `SELECT b.id, b.receipt_hash FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = $1) d
  JOIN sport_bet b ON b.id = d.bet_id WHERE b.accepted_at < $2 ORDER BY b.id`;

/** The receipts of an event that closed, in order of their ids: the leaves of its tree. */
export async function readSportLeaves(
  db: Queryable,
  event: { id: string; closedAt: Date },
): Promise<{ id: string; receipt_hash: Buffer }[]> {
  const { rows } = await db.query<{ id: string; receipt_hash: Buffer }>(LEAVES, [
    event.id,
    event.closedAt,
  ]);
  return rows;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

/** The bet's way to the root of each of its events that has one. */
export async function readSportProofs(ctx: AppContext, bet: SportBetData): Promise<Proofs> {
  const eventIds = [...new Set(bet.legs.map((leg) => leg.event_id))];
  const { rows } = await ctx.db.browsing.query<{ event_id: string; closed_at: Date; root: Buffer }>(
    "SELECT event_id, closed_at, root FROM sport_root WHERE event_id = ANY ($1) ORDER BY event_id",
    [eventIds],
  );
  const proofs: Proofs = [];
  for (const { event_id, closed_at, root } of rows) {
    const leaves = await readSportLeaves(ctx.db.browsing, { id: event_id, closedAt: closed_at });
    const index = leaves.findIndex((leaf) => leaf.id === bet.id);
    if (index < 0) continue;
    const tree = merkleTree(
      leaves.map((leaf) => new Uint8Array(leaf.receipt_hash)),
      sha256,
    );
    proofs.push({
      event_id,
      leaf: leafOf(bet),
      index,
      tree_size: leaves.length,
      path: merklePath(tree, index).path.map((hash) => Buffer.from(hash).toString("hex")),
      root: root.toString("hex"),
    });
  }
  return proofs;
}

/** What the receipt hash is the hash of, once it is canonical JSON. */
function leafOf(bet: SportBetData): Record<string, unknown> {
  return {
    order_id: bet.id,
    nonce: bet.nonce.toString("hex"),
    kind: bet.kind,
    legs: bet.legs.map(({ event_id, market_id, outcome_id, odds_milli }) => ({
      event_id,
      market_id,
      odds_milli,
      outcome_id,
    })),
    unit_stake_cents: Number(bet.unit_stake_cents),
    cost_cents: Number(bet.cost_cents),
    accepted_at: bet.accepted_at.toISOString(),
  };
}
