import { useIsOnline } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";

/** Why a cashier's act cannot be done now; undefined: it can. */
export function useCashierReason(): string | undefined {
  const t = useT();
  const isOnline = useIsOnline();
  const may = useMay("cashier");
  if (!isOnline) return t("offline.bar");
  return may ? undefined : t("role.needed", { role: t("role.cashier") });
}
