import { Button, EmptyState, ListGroup } from "@club/ui";
import type { ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { useTopUps } from "../../api/money.ts";
import { useMoneyNews } from "../../api/money-news.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { PagedList } from "../../shell/PagedList.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { TopUpRow } from "./TopUpRow.tsx";
import { TopUpTruth } from "./TopUpTruth.tsx";
import "../../shell/pages.css";
import "../../shell/money.css";

/**
 * The player's top-ups with their states, newest first; with `?topup=` the one payment that he comes
 * back from. Route: /pages/recharge/record
 */
export function TopUpHistoryScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const id = useQueryOfAddress().get("topup");
  const query = useTopUps({ isAwaited: id !== null });
  return (
    <Screen
      id="topUps"
      title={t("bar.topUps")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
      end={
        id !== null && (
          <Button kind="text" href={hrefOf("topUps")}>
            {t("topUp.history")}
          </Button>
        )
      }
    >
      {id === null ? <History query={query} /> : <TopUpTruth id={id} query={query} />}
    </Screen>
  );
}

function History({ query }: { readonly query: ReturnType<typeof useTopUps> }): ReactNode {
  const t = useT();
  return (
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
  );
}
