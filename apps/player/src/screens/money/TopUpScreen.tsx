import { Button, ErrorState, Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import { go, useQueryOfAddress } from "../../core/address.ts";
import { useTopUpMethods, useTopUps, type CreatedTopUp } from "../../api/money.ts";
import { useMoneyNews } from "../../api/money-news.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf, pathOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { NewTopUp } from "./NewTopUp.tsx";
import { OneTopUp } from "./OneTopUp.tsx";
import { SentAct } from "./SentAct.tsx";
import "../../shell/pages.css";
import "../../shell/money.css";

/** Topping up by bank transfer, or by card where the club takes them. Route: /pages/recharge/recharge?topup= */
export function TopUpScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const { isWaiting, error, retry, methods, all, chosen, bank } = useFacts();
  const mayBeSent = chosen?.status === "created" && bank !== null;
  return (
    <Screen
      id="topUp"
      title={t("bar.topUp")}
      end={
        <Button kind="text" href={hrefOf("topUps")}>
          {t("topUp.history")}
        </Button>
      }
      act={mayBeSent ? <SentAct topUp={chosen} /> : undefined}
    >
      {isWaiting && error === null && <Skeleton kind="row" rows={5} />}
      {isWaiting && error !== null && (
        <ErrorState
          title={t("topUp.failed")}
          text={t("state.moneySafe")}
          onRetry={retry}
          reference={reportOf(t, error)}
        />
      )}
      {!isWaiting && chosen !== undefined && <OneTopUp topUp={chosen} bank={bank} />}
      {!isWaiting && chosen === undefined && (
        <NewTopUp
          methods={methods}
          waiting={all.filter(({ status }) => status === "created" || status === "submitted")}
          onMade={open}
        />
      )}
    </Screen>
  );
}

/** The ways to top up, the player's top-ups, and the one that the address names. */
function useFacts() {
  const id = useQueryOfAddress().get("topup");
  const methods = useTopUpMethods();
  const topUps = useTopUps();
  const all = topUps.data?.pages.flatMap((page) => page.list) ?? [];
  const chosen = all.find(({ topup_id }) => topup_id === id);
  const way = methods.data?.find((each) => each.method === chosen?.method);
  return {
    all,
    chosen,
    methods: methods.data ?? [],
    bank: way?.instructions ?? null,
    isWaiting: methods.data === undefined || (id !== null && chosen === undefined),
    error: methods.error ?? topUps.error,
    retry: () => void Promise.all([methods.refetch(), topUps.refetch()]),
  };
}

/** A transfer shows where to send it; a card is charged on its provider's page. */
function open(topUp: CreatedTopUp): void {
  const page = topUp.pay_url === null ? "topUp" : "topUps";
  go(pathOf(page, { topup: topUp.topup_id }), { replace: true });
  if (topUp.pay_url !== null) location.assign(topUp.pay_url);
}
