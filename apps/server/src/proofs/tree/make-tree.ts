import { Worker } from "node:worker_threads";
import { LEAF_BYTES, type TiledTree, treeOfPools } from "./bet-tree.ts";

/** Beyond it the tree is made by a thread of its own: hashing would hold up bets. */
const INLINE_BETS = 4000;

/** What the thread is asked, and what it answers. */
export interface TreeOrder {
  readonly number: number;
  readonly lists: readonly Uint8Array[];
}
export interface TreeAnswer {
  readonly number: number;
  readonly tree: TiledTree;
}

interface Waiting {
  readonly resolve: (tree: TiledTree) => void;
  readonly reject: (error: Error) => void;
}

/** One thread for all trees of this process, kept for the next: to start one takes longer than a tree. */
let thread: { readonly worker: Worker; readonly waiting: Map<number, Waiting> } | undefined;
let orders = 0;

/** The tree over lists of bets, each in order of id; a large one off the thread that answers requests. */
export async function makeTree(lists: readonly Uint8Array[]): Promise<TiledTree> {
  const bets = lists.reduce((sum, list) => sum + list.length / LEAF_BYTES, 0);
  return bets <= INLINE_BETS ? treeOfPools(lists) : await treeInThread(lists);
}

/** Starts the thread while the bets of a large tree are still being read. */
export function prepareTrees(bets: number): void {
  if (bets > INLINE_BETS) thread ??= startThread();
}

async function treeInThread(lists: readonly Uint8Array[]): Promise<TiledTree> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  const number = (orders += 1);
  return await new Promise<TiledTree>((resolve, reject) => {
    // Somebody waits: the process must not end before the answer.
    worker.ref();
    waiting.set(number, { resolve, reject });
    worker.postMessage({ number, lists } satisfies TreeOrder);
  }).finally(() => {
    waiting.delete(number);
    if (waiting.size === 0) worker.unref();
  });
}

function startThread(): NonNullable<typeof thread> {
  const worker = new Worker(new URL("./bet-tree.worker.ts", import.meta.url));
  const waiting = new Map<number, Waiting>();
  worker.unref();
  worker.on("message", ({ number, tree }: TreeAnswer) => waiting.get(number)?.resolve(tree));
  const end = (error: Error): void => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
  };
  worker.on("error", end);
  worker.on("exit", () => end(new Error("The thread of trees ended early.")));
  return { worker, waiting };
}
