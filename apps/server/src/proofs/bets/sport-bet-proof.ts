import type { SignedRoot, SportLeaf } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { TILE_NODES, tileOf, treeOfPools } from "../tree/bet-tree.ts";
import { placeInTiles } from "./bet-proof.ts";
import {
  readEventLeaves,
  readEventRoot,
  readEventRoots,
  readEventTile,
  readUpperEventTiles,
} from "./event-leaves.ts";

/** The way of a sport bet to the frozen root of one of its events. */
export interface SportBetProof {
  readonly event_id: string;
  readonly leaf: SportLeaf;
  readonly index: number;
  readonly tree_size: number;
  readonly path: string[];
  readonly root: string;
  readonly signed_root: SignedRoot;
}

/**
 * The place of a sport bet in the frozen list of each of its events that have closed. A few rows an event,
 * whatever its size. Source: docs/rules/proofs.md, "Your receipt".
 */
export async function proveSportBet(
  ctx: Pick<AppContext, "db">,
  leaf: SportLeaf,
): Promise<SportBetProof[]> {
  const db = ctx.db.browsing;
  const eventIds = [...new Set(leaf.legs.map(({ event_id }) => event_id))];
  const proofs: SportBetProof[] = [];
  for (const { event_id, closed_at, body } of await readEventRoots(db, eventIds)) {
    const place = await placeOf(db, { id: event_id, closedAt: closed_at }, leaf.order_id);
    if (place === null || body === null) continue;
    const signed_root = JSON.parse(body) as SignedRoot;
    const { bets: tree_size, root } = signed_root;
    proofs.push({ event_id, leaf, ...place, tree_size, root, signed_root });
  }
  return proofs;
}

/** An event's frozen list as the club signed it; null while it is open. */
export async function signedRootOfEvent(
  db: Queryable,
  eventId: string,
): Promise<SignedRoot | null> {
  return await readEventRoot(db, eventId);
}

async function placeOf(
  db: Queryable,
  event: { id: string; closedAt: Date },
  betId: string,
): Promise<{ index: number; path: string[] } | null> {
  const tile = await readEventTile(db, event.id, betId);
  if (tile !== null) {
    return placeInTiles(betId, tile, await readUpperEventTiles(db, event.id, tile.number));
  }
  return await placeInNewTree(db, event, betId);
}

/** An event that was frozen before tiles were kept: its tree is made again. */
async function placeInNewTree(
  db: Queryable,
  event: { id: string; closedAt: Date },
  betId: string,
): Promise<{ index: number; path: string[] } | null> {
  const { levels } = treeOfPools([await readEventLeaves(db, event)]);
  const [leaves, ...above] = levels;
  if (leaves === undefined) return null;
  const count = Math.ceil(leaves.nodes.length / leaves.width / TILE_NODES);
  for (let number = 0; number < count; number += 1) {
    const tile = { number, nodes: Buffer.from(tileOf(leaves, number)) };
    const upper = above.map((each) => {
      const own = Math.floor(number / TILE_NODES ** each.level);
      return { level: each.level, number: own, nodes: Buffer.from(tileOf(each, own)) };
    });
    const place = placeInTiles(betId, tile, upper);
    if (place !== null) return place;
  }
  return null;
}
