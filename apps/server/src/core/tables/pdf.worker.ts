import { parentPort, workerData } from "node:worker_threads";
import type { PdfStatement } from "./make-pdf.ts";
import { setStatement } from "./set-pdf.ts";

parentPort?.postMessage(new Uint8Array(await setStatement(workerData as PdfStatement)));
