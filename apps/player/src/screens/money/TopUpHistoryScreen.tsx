import { EmptyState, ListGroup } from "@club/ui";
import type { ReactNode } from "react";
import { useTopUps } from "../../api/money.ts";
import { useMoneyNews } from "../../api/money-news.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { PagedList } from "../../shell/PagedList.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { TopUpRow } from "./TopUpRow.tsx";

/** The player's top-ups with their states, newest first. Route: /pages/recharge/record */
export function TopUpHistoryScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const query = useTopUps();
  return (
    <Screen
      id="topUps"
      title={t("bar.topUps")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
    >
      <PagedList
        query={query}
        failed={t("topUp.historyFailed")}
        empty={
          <EmptyState
            title={t("topUp.empty")}
            act={{ label: t("account.topUp"), href: hrefOf("topUp") }}
          />
        }
      >
        {(topUps) => (
          <ListGroup>
            {topUps.map((topUp) => (
              <TopUpRow key={topUp.topup_id} topUp={topUp} />
            ))}
          </ListGroup>
        )}
      </PagedList>
    </Screen>
  );
}
