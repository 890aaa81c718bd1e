import type { ProofKey } from "./en.ts";

export const fr = {} as const satisfies Record<ProofKey, string>;
