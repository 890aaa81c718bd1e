import type { ProtectionKey } from "./en.ts";

export const zhHant = {} as const satisfies Record<ProtectionKey, string>;
