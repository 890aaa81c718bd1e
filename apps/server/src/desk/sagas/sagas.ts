import { Refusal } from "@club/domain";
import type { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { endSagaRow, insertSaga } from "./sagas.queries.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** Every kind of act that takes several transactions and has no jobs of its own, by its name. */
    readonly sagas: ReadonlyMap<string, Saga>;
  }
}

/** What was begun, as seen by whoever goes on with it. */
export interface Begun<Payload> {
  readonly target: string;
  readonly payload: Payload;
  /** In whose name it goes on. */
  readonly operator: { readonly id: string };
}

/** A kind of act that takes several transactions. Listed in run/lists/sagas.ts. */
export interface Saga<Payload = unknown> {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
  /** Does what is left of it; what was done before is not done again. */
  readonly goOn: (ctx: AppContext, begun: Begun<Payload>) => Promise<void>;
}

/**
 * Parses the payload by its schema, so that the function gets it typed and the table need not know
 * its type.
 */
export function defineSaga<Payload>(kind: Saga<Payload>): Saga {
  return {
    kind: kind.kind,
    payload: kind.payload,
    goOn: async (ctx, begun) =>
      await kind.goOn(ctx, { ...begun, payload: kind.payload.parse(begun.payload) }),
  };
}

export interface NewSaga {
  readonly kind: string;
  readonly target: string;
  readonly operator: { readonly id: string };
  readonly payload: Record<string, unknown>;
}

/**
 * Records what is begun, in the transaction of its first step. A repeat that is begun before the
 * first is done counts as the same saga.
 */
export async function beginSaga(tx: Queryable, { operator, ...begun }: NewSaga): Promise<string> {
  return await insertSaga(tx, { id: newId(), operatorId: operator.id, ...begun });
}

/** Records that all of it is done. */
export async function endSaga(db: Queryable, id: string): Promise<void> {
  await endSagaRow(db, id);
}

/**
 * Records what is begun, does all of it, and records that it is done. A refusal ends it: it is an
 * answer, and what was done before it stands. After any other error the jobs go on with it.
 */
export async function runSaga<T>(
  ctx: AppContext,
  begun: NewSaga,
  work: () => Promise<T>,
): Promise<T> {
  const id = await beginSaga(ctx.db.operators, begun);
  try {
    const done = await work();
    await endSaga(ctx.db.operators, id);
    return done;
  } catch (error) {
    if (error instanceof Refusal) await endSaga(ctx.db.operators, id);
    throw error;
  }
}
