import type { ProtectionKey } from "./en.ts";

export const zhHans = {} as const satisfies Record<ProtectionKey, string>;
