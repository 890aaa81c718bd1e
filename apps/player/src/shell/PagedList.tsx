import { ErrorState, LoadMore, Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { reportOf } from "../core/texts.ts";

/** A list that comes a page at a time, as its query holds it. */
export interface PagedQuery<Line> {
  readonly data: { readonly pages: readonly { readonly list: readonly Line[] }[] } | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

export interface PagedListProps<Line> {
  readonly query: PagedQuery<Line>;
  readonly skeleton?: "row" | "order";
  readonly rows?: number;
  /** Shown where the list cannot be loaded. */
  readonly failed: string;
  readonly empty: ReactNode;
  readonly children: (lines: readonly Line[], pages: readonly (readonly Line[])[]) => ReactNode;
}

/** Newest first, as far as it was scrolled; loading, failed and empty say so. */
export function PagedList<Line>(props: PagedListProps<Line>): ReactNode {
  const t = useT();
  const { query } = props;
  if (query.data === undefined) {
    if (query.isPending) return <Skeleton kind={props.skeleton ?? "row"} rows={props.rows ?? 6} />;
    return (
      <ErrorState
        title={props.failed}
        text={t("state.moneySafe")}
        onRetry={() => void query.refetch()}
        reference={reportOf(t, query.error)}
      />
    );
  }
  const pages = query.data.pages.map(({ list }) => list);
  const lines = pages.flat();
  if (lines.length === 0) return props.empty;
  return (
    <div aria-busy={query.isFetching}>
      {props.children(lines, pages)}
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onReach={() => void query.fetchNextPage()}
      />
    </div>
  );
}
