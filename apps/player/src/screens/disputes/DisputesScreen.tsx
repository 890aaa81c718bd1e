import { ErrorState, LoadMore, Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import { useMyComplaints, useMyPapers } from "../../api/disputes.ts";
import { useT } from "../../core/lang.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { ComplaintForm } from "./ComplaintForm.tsx";
import { Complaints } from "./Complaints.tsx";
import { Papers } from "./Papers.tsx";
import "../../shell/pages.css";
import "../../shell/money.css";
import "./disputes.css";

/** Complaints with the club's answers, and papers that show who somebody is. Route: /pages/help/cases */
export function DisputesScreen(): ReactNode {
  const t = useT();
  const query = useMyComplaints();
  const papers = useMyPapers();
  const list = query.data?.pages.flatMap((page) => page.list);
  return (
    <Screen
      id="cases"
      onRefresh={() => Promise.all([query.refetch(), papers.refetch()])}
      updatedAt={query.dataUpdatedAt}
    >
      {query.isPending && <Skeleton kind="row" rows={6} />}
      {query.isError && list === undefined && (
        <ErrorState
          title={t("cases.failed")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {list !== undefined && (
        <>
          {list.length > 0 && <Complaints list={list} />}
          {query.hasNextPage && (
            <LoadMore
              hasMore
              loading={query.isFetchingNextPage}
              onReach={() => void query.fetchNextPage()}
            />
          )}
          <ComplaintForm />
          <Papers query={papers} />
        </>
      )}
    </Screen>
  );
}
