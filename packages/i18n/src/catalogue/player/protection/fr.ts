import type { ProtectionKey } from "./en.ts";

export const fr = {} as const satisfies Record<ProtectionKey, string>;
