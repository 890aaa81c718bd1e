import { EmptyState, ErrorState, Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import { useBooks } from "../../api/club.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { BooksOfClub } from "./BooksOfClub.tsx";
import "../../shell/pages.css";

/** The club's books for everybody, where the club shows them. Route: /pages/books/books */
export function BooksScreen(): ReactNode {
  const t = useT();
  const { data, isPending, isError, error, refetch, dataUpdatedAt } = useBooks();
  return (
    <Screen id="books" onRefresh={refetch} updatedAt={dataUpdatedAt}>
      {isPending && <Skeleton kind="row" rows={8} />}
      {isError && data === undefined && (
        <ErrorState
          title={t("books.failed")}
          text={t("state.moneySafe")}
          onRetry={() => void refetch()}
          reference={reportOf(t, error)}
        />
      )}
      {data === null && (
        <EmptyState
          title={t("books.closed")}
          text={t("books.closedText")}
          act={{ label: t("route.about"), href: hrefOf("about") }}
        />
      )}
      {data !== undefined && data !== null && <BooksOfClub books={data} />}
    </Screen>
  );
}
