import { KeptWorker } from "../../core/kit/worker.ts";
import { LEAF_BYTES, type TiledTree, treeOfPools } from "./bet-tree.ts";

/** Beyond it the tree is made by a thread of its own: hashing would hold up bets. */
const INLINE_BETS = 4000;

/** One thread for all trees of this process. */
const trees = new KeptWorker<readonly Uint8Array[], TiledTree>(
  new URL("./bet-tree.worker.ts", import.meta.url),
);

/** The tree over lists of bets, each in order of id; a large one off the thread that answers requests. */
export async function makeTree(lists: readonly Uint8Array[]): Promise<TiledTree> {
  const bets = lists.reduce((sum, list) => sum + list.length / LEAF_BYTES, 0);
  return bets <= INLINE_BETS ? treeOfPools(lists) : await trees.ask(lists);
}

/** Starts the thread while the bets of a large tree are still being read. */
export function prepareTrees(bets: number): void {
  if (bets > INLINE_BETS) trees.start();
}
