import type { ProofKey } from "./en.ts";

export const es = {} as const satisfies Record<ProofKey, string>;
