import { Segmented } from "@club/ui/console";
import type { ReactNode } from "react";
import { usePaymentArrivals } from "../../api/payments.ts";
import { replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Arrivals } from "./Arrivals.tsx";
import { PaymentDays } from "./PaymentDays.tsx";
import { PaymentList } from "./PaymentList.tsx";
import "../bank/bank.css";

const TABS = ["payments", "arrivals", "days"] as const;

/** What providers take for the club, what of it does not fit, and their days. Route: /payments */
export function PaymentsPage(): ReactNode {
  const t = useT();
  const asked = useQueryOfAddress().get("tab");
  const tab = TABS.find((each) => each === asked) ?? "payments";
  const waiting = usePaymentArrivals().data?.waiting ?? 0;
  const switcher = (
    <Segmented
      label={t("route.payments")}
      value={tab}
      onChange={(id) => replaceAddress(`${pathOf("payments")}?tab=${id}`)}
      options={TABS.map((id) => ({
        id,
        label: t(`cardPay.${id}`),
        ...(id === "arrivals" && { count: waiting }),
      }))}
    />
  );
  return (
    <ConsoleFrame title={t("route.payments")} headEnd={switcher}>
      {tab === "payments" && <PaymentList />}
      {tab === "arrivals" && <Arrivals />}
      {tab === "days" && <PaymentDays />}
    </ConsoleFrame>
  );
}
