import { answerOrders } from "../../core/kit/worker.ts";
import type { PdfStatement } from "./make-pdf.ts";
import { setStatement } from "./set-pdf.ts";

answerOrders(async (statement: PdfStatement) => new Uint8Array(await setStatement(statement)));
