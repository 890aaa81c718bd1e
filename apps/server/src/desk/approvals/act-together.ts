import type { TogetherDone } from "@club/contract";
import { Refusal, sumCents } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { type Saga, runSaga, defineSaga } from "../sagas/sagas.ts";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { wireCents } from "../../core/http/wire.ts";

export interface TogetherAct {
  readonly ids: readonly string[];
  /** The sum that the operator saw. */
  readonly totalCents: bigint;
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/** One act on one thing, and what is needed to do many of them. */
export interface ActOnEach {
  readonly kind: string;
  readonly amountsOf: (
    db: Queryable,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, bigint>>;
  /** Those on which the act has not been done yet. */
  readonly waiting: (db: Queryable, ids: readonly string[]) => Promise<string[]>;
  readonly act: (
    ctx: AppContext,
    one: { id: string; operator: { readonly id: string }; request?: FastifyRequest },
  ) => Promise<"done" | "pending">;
}

/**
 * Does one act on several things, each as if alone: a refusal of one does not stop the others. The
 * sum that the operator saw must match that of the things, or nothing is done. If the process is
 * killed midway, the jobs do the rest.
 *
 * @throws act.total_differs, not_found
 */
export async function actTogether(
  ctx: AppContext,
  asked: TogetherAct,
  each: ActOnEach,
): Promise<TogetherDone[]> {
  const { operator, request } = asked;
  const ids = [...new Set(asked.ids)];
  const amounts = await each.amountsOf(ctx.db.operators, ids);
  if (amounts.size !== ids.length) throw new Refusal("not_found");
  const total = sumCents(amounts.values());
  if (total !== asked.totalCents) {
    throw new Refusal("act.total_differs", { total_cents: wireCents(total) });
  }
  const begun = { kind: each.kind, target: newId(), operator, payload: { ids } };
  return await runSaga(ctx, begun, async () => {
    const done: TogetherDone[] = [];
    for (const id of ids) {
      const one = { id, operator, ...(request === undefined ? {} : { request }) };
      done.push(await tryOne(id, async () => await each.act(ctx, one)));
    }
    return done;
  });
}

/** The saga that goes on with such an act after whoever began it is gone. */
export function togetherAct(each: ActOnEach): Saga {
  return defineSaga({
    kind: each.kind,
    payload: z.object({ ids: z.array(z.string()) }),
    goOn: async (ctx, { payload, operator }) => {
      for (const id of await each.waiting(ctx.db.operators, payload.ids)) {
        await tryOne(id, async () => await each.act(ctx, { id, operator }));
      }
    },
  });
}

async function tryOne(id: string, act: () => Promise<"done" | "pending">): Promise<TogetherDone> {
  try {
    return { id, status: await act(), code: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, status: "refused", code: error.code };
  }
}
