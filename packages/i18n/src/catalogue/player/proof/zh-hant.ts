import type { ProofKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<ProofKey, string>;
