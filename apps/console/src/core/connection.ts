import type { Role } from "@club/contract";
import type { Address } from "./calls.ts";
import { useT, type T } from "./lang.ts";
import { useMay } from "./session.ts";
import { createStore, useStore } from "@club/client/react";

const online = createStore(navigator.onLine);

export const useIsOnline = (): boolean => useStore(online);

/** Follows whether the browser reports a connection. Call once. */
export function watchConnection(): void {
  const look = () => online.set(navigator.onLine);
  addEventListener("online", look);
  addEventListener("offline", look);
}

/** Why nothing can be sent now; undefined: it can. */
export function useOfflineText(): string | undefined {
  const t = useT();
  return useIsOnline() ? undefined : t("offline.bar");
}

/** Which built-in role has an act, for an operator who may not do it. */
export function roleNeeded(t: T, may: boolean, role: Role): string | undefined {
  return may ? undefined : t("role.needed", { role: t(`role.${role}`) });
}

/** Why a role's act cannot be done now: no connection, or not the right; undefined: it can. */
export function useWhyNot(role: Role, ...calls: readonly Address[]): string | undefined {
  const t = useT();
  const may = useMay(...calls);
  return useOfflineText() ?? roleNeeded(t, may, role);
}
