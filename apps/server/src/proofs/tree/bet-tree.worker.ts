import { parentPort } from "node:worker_threads";
import { treeOfPools } from "./bet-tree.ts";
import type { TreeAnswer, TreeOrder } from "./make-tree.ts";

// Large trees, off the thread that answers requests; one after the other.
parentPort?.on("message", ({ number, lists }: TreeOrder) => {
  const answer: TreeAnswer = { number, tree: treeOfPools(lists) };
  parentPort?.postMessage(answer);
});
