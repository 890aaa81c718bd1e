import type { ProtectionKey } from "./en.ts";

export const es = {} as const satisfies Record<ProtectionKey, string>;
