import type { TogetherDone } from "@club/contract";
import { Refusal, sumCents } from "@club/domain";

/**
 * One act on several things, each as if alone: what one of them refuses keeps none of the others. The
 * sum that the operator saw must be that of the things, or nothing is done.
 *
 * @throws act.total_differs, not_found
 */
export async function actTogether(
  ids: readonly string[],
  asked: {
    readonly totalCents: bigint;
    readonly amountsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;
  },
  act: (id: string) => Promise<"done" | "pending">,
): Promise<TogetherDone[]> {
  const different = [...new Set(ids)];
  const amounts = await asked.amountsOf(different);
  if (amounts.size !== different.length) throw new Refusal("not_found");
  const total = sumCents(amounts.values());
  if (total !== asked.totalCents) {
    throw new Refusal("act.total_differs", { total_cents: Number(total) });
  }
  const done: TogetherDone[] = [];
  for (const id of different) done.push(await tryOne(id, act));
  return done;
}

async function tryOne(
  id: string,
  act: (id: string) => Promise<"done" | "pending">,
): Promise<TogetherDone> {
  try {
    return { id, status: await act(id), code: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, status: "refused", code: error.code };
  }
}
