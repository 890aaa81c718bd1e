import { Refusal } from "@club/domain";
import type { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { endBegun, insertBegun } from "./sagas.queries.ts";

/** What was begun, as the one who goes on with it sees it. */
export interface Begun<Payload> {
  readonly target: string;
  readonly payload: Payload;
  /** In whose name it goes on. */
  readonly operator: { readonly id: string };
}

/** A kind of act that takes several transactions. Listed in begun-act-kinds.ts. */
export interface BegunActKind<Payload = unknown> {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
  /** Does what is left of it; what was done before is not done again. */
  readonly goOn: (ctx: AppContext, begun: Begun<Payload>) => Promise<void>;
}

/** Keeps the type of the payload between its schema and the function, and hides it from the table. */
export function defineBegunAct<Payload>(kind: BegunActKind<Payload>): BegunActKind {
  return {
    kind: kind.kind,
    payload: kind.payload,
    goOn: async (ctx, begun) =>
      await kind.goOn(ctx, { ...begun, payload: kind.payload.parse(begun.payload) }),
  };
}

export interface NewBegun {
  readonly kind: string;
  readonly target: string;
  readonly operator: { readonly id: string };
  readonly payload: Record<string, unknown>;
}

/** Writes down what is begun, in the transaction of its first step. The same, begun before and not done, is one. */
export async function beginAct(tx: Queryable, { operator, ...begun }: NewBegun): Promise<string> {
  return await insertBegun(tx, { id: newId(), operatorId: operator.id, ...begun });
}

/** All of it is done. */
export async function endAct(db: Queryable, id: string): Promise<void> {
  await endBegun(db, id);
}

/**
 * Writes down what is begun, does all of it, and writes that it is done. A refusal ends it: it is an answer, and what
 * was done before it stands. After anything else the jobs go on with it.
 */
export async function asBegun<T>(
  ctx: AppContext,
  begun: NewBegun,
  work: () => Promise<T>,
): Promise<T> {
  const id = await beginAct(ctx.db.operators, begun);
  try {
    const done = await work();
    await endAct(ctx.db.operators, id);
    return done;
  } catch (error) {
    if (error instanceof Refusal) await endAct(ctx.db.operators, id);
    throw error;
  }
}
