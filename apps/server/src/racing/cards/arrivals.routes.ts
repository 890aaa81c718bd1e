import {
  discardCardArrival,
  getCardHook,
  listCardArrivals,
  makeCardHook as makeCall,
  receiveCard as receiveCall,
  removeCardHook as removeCall,
  takeCardArrival,
} from "@club/contract";
import { present } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { keepBodyTexts } from "../../core/http/json-body.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { countWaiting, listArrivals, readMessage } from "./arrivals.queries.ts";
import { makeCardHook, readCardHook, removeCardHook, requireSigned } from "./card-hook.ts";
import { discardArrival, takeArrival } from "./decide-arrival.ts";
import { receiveCard, toArrival } from "./receive-card.ts";
import { folderState } from "./watch-cards.ts";

/** Not audited: it is polled, and says nothing about people. */
const POLLED = { isAudited: false };

/** Cards that arrive by themselves, and what is decided about them. */
export function arrivalRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listCardArrivals,
    async ({ query }) => {
      const db = ctx.db.operators;
      const list = (await listArrivals(db, query.limit)).map(toArrival);
      const { is_on } = await readCardHook(ctx);
      const data = {
        next_cursor: null,
        waiting: await countWaiting(db),
        folder: await folderState(ctx),
        hook: is_on ? ("on" as const) : ("off" as const),
      };
      return { data, list };
    },
    POLLED,
  );
  register(app, ctx, takeCardArrival, async ({ params, body, operator, request }) => ({
    data: await takeArrival(ctx, {
      arrivalId: params.arrival_id,
      isDryRun: body.dry_run,
      isConfirmed: body.confirm,
      firstRaceAt: body.first_race_at ?? null,
      operator,
      request,
    }),
  }));
  register(app, ctx, discardCardArrival, async ({ params, body, operator, request }) => {
    const asked = { arrivalId: params.arrival_id, reason: body.reason ?? null };
    return { data: await discardArrival(ctx, { ...asked, operator, request }) };
  });
  register(app, ctx, getCardHook, async () => ({ data: await readCardHook(ctx) }), POLLED);
  register(app, ctx, makeCall, async ({ operator, request }) => ({
    data: { secret: await makeCardHook(ctx, { operator, request }) },
  }));
  register(app, ctx, removeCall, async ({ operator, request }) => {
    await removeCardHook(ctx, { operator, request });
    return {};
  });
  hookRoute(app, ctx);
}

/** A signature covers the raw bytes, and is checked before the body is. */
function hookRoute(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const signed = new WeakMap<object, { readonly id: string; readonly text: string }>();
    const textOf = keepBodyTexts(scope);
    scope.addHook("preValidation", async (request) => {
      const text = textOf(request);
      signed.set(request, { id: await requireSigned(ctx, request, text), text });
    });
    register(
      scope,
      ctx,
      receiveCall,
      async ({ body, request }) => {
        const { id: name, text } = present(signed.get(request), "only what is signed comes here");
        await receiveCard(ctx, { source: "hook", name, text, ...body });
        const row = present(
          await readMessage(ctx.db.operators, name),
          "a message that came is kept",
        );
        return { data: { arrival_id: row.id, status: row.status, ...row.answer } };
      },
      { rate: RATES.cardHook },
    );
  });
}
