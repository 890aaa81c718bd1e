import { KeptWorker } from "../../core/kit/worker.ts";
import { LEAF_BYTES, type TiledTree, treeOfPools } from "./bet-tree.ts";

/** Above this many bets a thread of its own builds the tree: hashing would hold up bets. */
const INLINE_BETS = 4000;

/** One thread for all trees of this process. */
const trees = new KeptWorker<readonly Uint8Array[], TiledTree>(
  new URL("./bet-tree.worker.ts", import.meta.url),
);

/** The tree over lists of bets, each sorted by id; a large one is built off the request thread. */
export async function makeTree(lists: readonly Uint8Array[]): Promise<TiledTree> {
  const bets = lists.reduce((sum, list) => sum + list.length / LEAF_BYTES, 0);
  return bets <= INLINE_BETS ? treeOfPools(lists) : await trees.ask(lists);
}

/** Starts the thread while the bets of a large tree are still being read. */
export function prepareTrees(bets: number): void {
  if (bets > INLINE_BETS) trees.start();
}
