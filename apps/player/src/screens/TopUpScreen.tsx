import { Button, ErrorState, Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import { go, useQueryOfAddress } from "../address.ts";
import { useTopUpMethods, useTopUps } from "../api/money.ts";
import { useT } from "../lang.ts";
import { hrefOf, pathOf } from "../routes.ts";
import { reportOf } from "../shell/report.ts";
import { Screen } from "../shell/Screen.tsx";
import { NewTopUp } from "./top-up/NewTopUp.tsx";
import { OneTopUp } from "./top-up/OneTopUp.tsx";
import "../pages.css";

/** Topping up by bank transfer. Route: /pages/recharge/recharge?topup= */
export function TopUpScreen(): ReactNode {
  const t = useT();
  const id = useQueryOfAddress().get("topup");
  const methods = useTopUpMethods();
  const topUps = useTopUps();
  const all = topUps.data?.pages.flatMap((page) => page.list) ?? [];
  const chosen = all.find(({ topup_id }) => topup_id === id);
  const method = methods.data?.find((each) => each.method === (chosen?.method ?? "bank_transfer"));
  const error = methods.error ?? topUps.error;
  const isWaiting = method === undefined || (id !== null && chosen === undefined);
  return (
    <Screen
      id="topUp"
      end={
        <Button kind="text" href={hrefOf("topUps")}>
          {t("topUp.history")}
        </Button>
      }
    >
      {isWaiting && error === null && <Skeleton kind="row" rows={5} />}
      {isWaiting && error !== null && (
        <ErrorState
          title={t("topUp.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void Promise.all([methods.refetch(), topUps.refetch()])}
          reference={reportOf(t, error)}
        />
      )}
      {!isWaiting && chosen !== undefined && <OneTopUp topUp={chosen} bank={method.instructions} />}
      {!isWaiting && chosen === undefined && (
        <NewTopUp
          method={method}
          waiting={all.filter(({ status }) => status === "created" || status === "submitted")}
          onMade={(topUpId) => go(pathOf("topUp", { topup: topUpId }), { replace: true })}
        />
      )}
    </Screen>
  );
}
