import { parentPort, workerData } from "node:worker_threads";
import { composeEventFile, type EventOrder } from "./compose-event-file.ts";

// A large event's file, off the thread that answers requests.
parentPort?.postMessage(composeEventFile(workerData as EventOrder));
