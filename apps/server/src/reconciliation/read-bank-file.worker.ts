import { parentPort, workerData } from "node:worker_threads";
import { readCamtStatement, readCsvStatement } from "@club/domain";
import type { CsvProfile } from "@club/domain";

// Megabytes of a bank's text, off the thread that answers requests.
const { text, profile, currency } = workerData as {
  text: string;
  profile: CsvProfile | null;
  currency: string;
};
parentPort?.postMessage(
  profile === null ? readCamtStatement(text, currency) : readCsvStatement(text, profile),
);
