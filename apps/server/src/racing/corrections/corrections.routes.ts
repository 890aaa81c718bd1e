import { correctRace } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { parseResult } from "../results/results.wire.ts";
import { askToCorrect } from "./correct-race.ts";

export function correctionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, correctRace, async ({ params, body, operator, request }) => {
    const { placings, declared_dividends, unplaced } = body;
    const asked = await askToCorrect(ctx, {
      raceId: knownId(params.race_id),
      form: parseResult({ placings, declared_dividends, unplaced, stage: "final" }),
      reason: body.reason,
      isDryRun: body.dry_run === true,
      operator,
      request,
    });
    const { numbers, players, upCents, downCents, borneCents, approvalId } = asked;
    return {
      data: {
        ...numbers,
        players: [...players],
        up_cents: upCents,
        down_cents: downCents,
        borne_cents: borneCents,
        approval_id: approvalId,
      },
    };
  });
}
