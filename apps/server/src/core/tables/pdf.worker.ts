import { parentPort, workerData } from "node:worker_threads";
import type { PdfTable } from "./make-pdf.ts";
import { setTable } from "./set-pdf.ts";

parentPort?.postMessage(new Uint8Array(await setTable(workerData as PdfTable)));
