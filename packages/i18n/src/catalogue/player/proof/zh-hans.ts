import type { ProofKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<ProofKey, string>;
