import { parentPort, workerData } from "node:worker_threads";
import { composeRaceFile, type FileOrder } from "./compose-race-file.ts";

// A large race's file, off the thread that answers requests.
parentPort?.postMessage(composeRaceFile(workerData as FileOrder));
