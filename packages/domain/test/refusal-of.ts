import { Refusal } from "../src/refusal.ts";

/** The refusal that an action ends in. @throws when it is not refused */
export function refusalOf(act: () => unknown): { code: string; params: Record<string, unknown> } {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, params: error.params };
    throw error;
  }
  throw new Error("nothing was refused");
}
