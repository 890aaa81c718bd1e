import { parentPort, workerData } from "node:worker_threads";
import { composeFile, type FileOrder } from "./compose-file.ts";

// A large file, off the thread that answers requests.
parentPort?.postMessage(composeFile(workerData as FileOrder));
