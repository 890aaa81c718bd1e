import { parentPort, workerData } from "node:worker_threads";
import { treeOfPools } from "./bet-tree.ts";

// A large race's tree, off the thread that answers requests.
parentPort?.postMessage(treeOfPools(workerData as Uint8Array[]));
