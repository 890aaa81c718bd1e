import { EmptyState, ErrorState, ListGroup, LoadMore, Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import { useTopUps } from "../../api/money.ts";
import { useMoneyNews } from "../../api/money-news.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { reportOf } from "../../core/report.ts";
import { Screen } from "../../shell/Screen.tsx";
import { TopUpRow } from "./TopUpRow.tsx";

/** The player's top-ups with their states, newest first. Route: /pages/recharge/record */
export function TopUpHistoryScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const query = useTopUps();
  const topUps = query.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Screen
      id="topUps"
      title={t("bar.topUps")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
    >
      {query.isPending && <Skeleton kind="row" rows={6} />}
      {query.isError && query.data === undefined && (
        <ErrorState
          title={t("topUp.historyFailed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {query.isSuccess && topUps.length === 0 && (
        <EmptyState
          title={t("topUp.empty")}
          act={{ label: t("account.topUp"), href: hrefOf("topUp") }}
        />
      )}
      {topUps.length > 0 && (
        <>
          <ListGroup>
            {topUps.map((topUp) => (
              <TopUpRow key={topUp.topup_id} topUp={topUp} />
            ))}
          </ListGroup>
          <LoadMore
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onReach={() => void query.fetchNextPage()}
          />
        </>
      )}
    </Screen>
  );
}
