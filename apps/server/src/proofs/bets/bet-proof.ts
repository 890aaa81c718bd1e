import {
  type BetLeaf,
  type BetProof,
  type SignedRoot,
  type SportLeaf,
  merklePath,
  merkleTree,
  toHex,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readEventLeaves } from "../freeze/freeze-event.ts";
import type { SubjectKind } from "../tree/subjects.ts";
import {
  hashesOfTile,
  ID_BYTES,
  LEAF_BYTES,
  sha256,
  TILE_NODES,
  tileOf,
  treeOfPools,
} from "../tree/bet-tree.ts";
import {
  type FrozenSubject,
  type TileRow,
  type UpperTileRow,
  readFrozen,
  readLeafTile,
  readUpperTiles,
} from "./bet-proof.queries.ts";

/** What a receipt needs besides itself: its leaf's path to the root, and the signed root. */
export interface ProvenBet {
  readonly proof: BetProof;
  readonly signedRoot: SignedRoot;
}

/**
 * The place of a bet in the frozen tree of its race; null until the race is frozen. Reads a few
 * rows, however large the race (promise P7). Source: docs/rules/proofs.md, "Your receipt".
 */
export async function proveBet(
  ctx: Pick<AppContext, "db">,
  leaf: BetLeaf,
): Promise<ProvenBet | null> {
  const db = ctx.db.browsing;
  const [frozen] = await readFrozen(db, "race", [leaf.race_id]);
  if (frozen === undefined) return null;
  const place = await readPlace(db, "race", { frozen, betId: leaf.order_id });
  if (place === null) return null;
  const { signedRoot } = frozen;
  return {
    proof: { leaf, ...place, tree_size: signedRoot.bets, root: signedRoot.root },
    signedRoot,
  };
}

/** The path of a sports bet to the frozen root of one of its events. */
export interface SportBetProof {
  readonly event_id: string;
  readonly leaf: SportLeaf;
  readonly index: number;
  readonly tree_size: number;
  readonly path: string[];
  readonly root: string;
  readonly signed_root: SignedRoot;
}

/** The place of a sports bet in the frozen list of each of its events that have closed. */
export async function proveSportBet(
  ctx: Pick<AppContext, "db">,
  leaf: SportLeaf,
): Promise<SportBetProof[]> {
  const db = ctx.db.browsing;
  const eventIds = [...new Set(leaf.legs.map(({ event_id }) => event_id))];
  const proofs: SportBetProof[] = [];
  for (const frozen of await readFrozen(db, "event", eventIds)) {
    const place = await readPlace(db, "event", { frozen, betId: leaf.order_id });
    if (place === null) continue;
    const { id: event_id, signedRoot: signed_root } = frozen;
    const { bets: tree_size, root } = signed_root;
    proofs.push({ event_id, leaf, ...place, tree_size, root, signed_root });
  }
  return proofs;
}

/** The frozen list of a race or an event as the club signed it; null while it is open. */
export async function signedRootOf(
  db: Queryable,
  kind: SubjectKind,
  id: string,
): Promise<SignedRoot | null> {
  const [frozen] = await readFrozen(db, kind, [id]);
  return frozen?.signedRoot ?? null;
}

/** A bet's index, and its path to the root. */
interface Place {
  readonly index: number;
  readonly path: string[];
}

/** Read from the tiles on its path; null when they do not hold it. */
async function readPlace(
  db: Queryable,
  kind: SubjectKind,
  { frozen, betId }: { readonly frozen: FrozenSubject; readonly betId: string },
): Promise<Place | null> {
  const { id } = frozen;
  const tile = await readLeafTile(db, kind, { id, betId });
  if (tile === null) return kind === "event" ? await placeInNewTree(db, frozen, betId) : null;
  return placeInTiles(betId, tile, await readUpperTiles(db, kind, { id, leafTile: tile.number }));
}

/** For an event frozen before tiles were stored: rebuilds its tree. */
async function placeInNewTree(
  db: Queryable,
  event: FrozenSubject,
  betId: string,
): Promise<Place | null> {
  const { levels } = treeOfPools([await readEventLeaves(db, event)]);
  const [leaves, ...above] = levels;
  if (leaves === undefined) return null;
  const number = Math.floor(placeIn(Buffer.from(leaves.nodes), betId) / TILE_NODES);
  if (number < 0) return null;
  const upper = above.map((each) => {
    const own = Math.floor(number / TILE_NODES ** each.level);
    return { level: each.level, number: own, nodes: Buffer.from(tileOf(each, own)) };
  });
  return placeInTiles(betId, { number, nodes: Buffer.from(tileOf(leaves, number)) }, upper);
}

function placeInTiles(betId: string, tile: TileRow, upper: readonly UpperTileRow[]): Place | null {
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
