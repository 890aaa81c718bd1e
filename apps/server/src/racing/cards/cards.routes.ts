import { getCardCsv, importCard as importCall } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { cardCsv } from "./read-card-csv.ts";
import { importCard } from "./import-card.ts";

export function cardRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, importCall, async ({ body, operator, request }) => ({
    data: await importCard(ctx, {
      format: body.format,
      payload: body.payload,
      isDryRun: body.dry_run,
      isConfirmed: body.confirm,
      firstRaceAt: body.first_race_at ?? null,
      operator,
      request,
    }),
  }));
  register(app, ctx, getCardCsv, async ({ query }) => ({
    data: { csv: await cardCsv(ctx, query.event_id) },
  }));
}
