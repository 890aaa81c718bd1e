import { answerOrders } from "../kit/worker.ts";
import type { PdfTable } from "./make-pdf.ts";
import { setTable } from "./set-pdf.ts";

answerOrders(async (table: PdfTable) => new Uint8Array(await setTable(table)));
