import {
  type BetLeaf,
  type BetProof,
  type SignedRoot,
  merklePath,
  merkleTree,
  toHex,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { hashesOfTile, ID_BYTES, LEAF_BYTES, sha256, TILE_NODES } from "../tree/bet-tree.ts";
import {
  type TileRow,
  type UpperTileRow,
  readLeafTile,
  readSignedRoot,
  readUpperTiles,
} from "./bet-proof.queries.ts";

/** What a receipt needs beside itself: the way of its leaf to the root, and the root as it was signed. */
export interface ProvenBet {
  readonly proof: BetProof;
  readonly signedRoot: SignedRoot;
}

/**
 * The place of a bet in the frozen tree of its race; null until the race is frozen. A few rows,
 * whatever the size of the race (promise P7). Source: docs/rules/proofs.md, "Your receipt".
 */
export async function proveBet(
  ctx: Pick<AppContext, "db">,
  leaf: BetLeaf,
): Promise<ProvenBet | null> {
  const db = ctx.db.browsing;
  const signedRoot = await readSignedRoot(db, leaf.race_id);
  if (signedRoot === null) return null;
  const tile = await readLeafTile(db, leaf.race_id, leaf.order_id);
  if (tile === null) return null;
  const upper = await readUpperTiles(db, leaf.race_id, tile.number);
  const place = placeInTiles(leaf.order_id, tile, upper);
  if (place === null) return null;
  return {
    proof: {
      leaf,
      ...place,
      tree_size: signedRoot.bets,
      root: signedRoot.root,
    },
    signedRoot,
  };
}

/** Where a bet stands, and its way to the root, from the tiles on it; null: it is in none. */
export function placeInTiles(
  betId: string,
  tile: TileRow,
  upper: readonly UpperTileRow[],
): { index: number; path: string[] } | null {
  const within = placeIn(tile.nodes, betId);
  if (within < 0) return null;
  const path = [...pathIn(0, tile.nodes, within)];
  let below = tile.number;
  for (const { level, nodes } of upper) {
    path.push(...pathIn(level, nodes, below % TILE_NODES));
    below = Math.floor(below / TILE_NODES);
  }
  return { index: tile.number * TILE_NODES + within, path };
}

function placeIn(nodes: Buffer, betId: string): number {
  const id = Buffer.from(betId.replaceAll("-", ""), "hex");
  for (let at = 0; at < nodes.length; at += LEAF_BYTES) {
    if (nodes.subarray(at, at + ID_BYTES).equals(id)) return at / LEAF_BYTES;
  }
  return -1;
}

function pathIn(level: number, nodes: Uint8Array, index: number): string[] {
  return merklePath(merkleTree(hashesOfTile(level, nodes), sha256), index).path.map(toHex);
}
