import {
  closeMonth as closeCall,
  getVerification,
  listMonths as listMonthsCall,
  listVerifications,
  verifyLedger,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { closeMonth, listMonths } from "../months/close-month.ts";
import { listVerified, readVerification } from "./verification.queries.ts";
import { progressOf, verifyBooks } from "./verify-books.ts";

/** Checks the books as a whole, and closes them month by month. */
export function booksRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, verifyLedger, async () => ({ data: await verifyBooks(ctx) }));
  register(
    app,
    ctx,
    getVerification,
    async () => ({
      data: { running: progressOf(ctx), last: await readVerification(ctx.db.operators) },
    }),
    { isAudited: false },
  );
  register(app, ctx, listVerifications, async () => ({
    list: await listVerified(ctx.db.operators),
  }));
  register(app, ctx, listMonthsCall, async () => await listMonths(ctx));
  register(app, ctx, closeCall, async ({ body, operator, request }) => ({
    data: await closeMonth(ctx, { month: body.month, operator, request }),
  }));
}
