import { parentPort, workerData } from "node:worker_threads";
import { rootOfPools } from "./bet-tree.ts";

// A large race's tree, off the thread that answers requests.
parentPort?.postMessage(rootOfPools(workerData as Uint8Array[]));
