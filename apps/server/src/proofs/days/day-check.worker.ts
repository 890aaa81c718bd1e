import { parentPort, workerData } from "node:worker_threads";
import { checkMoneyOfDay, readDayFile } from "@club/domain";
import { sha256 } from "../tree/bet-tree.ts";

// A whole day settled again, off the thread that answers requests.
const file = readDayFile(JSON.parse(workerData as string));
parentPort?.postMessage(checkMoneyOfDay(file, { hash: sha256 }));
