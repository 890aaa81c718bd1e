import { ConsoleButton, Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { errorText } from "../api/error-text.ts";
import { useT } from "../core/lang.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import { TableTools, type MorePages } from "./TableTools.tsx";

/** The state of a query, paged or whole. */
export interface ListingQuery<Data> extends MorePages {
  /** undefined: not loaded yet. */
  readonly data: Data | undefined;
  readonly isError: boolean;
  /** idle without data: it is not asked for, since the operator may not read it. */
  readonly fetchStatus?: string;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface ListingProps<Data> {
  readonly query: ListingQuery<Data>;
  readonly rows?: number;
  /** The page has a file of all rows already. */
  readonly hasOwnFile?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** The body of a panel: loading, failed with a retry, or the rows, with the next page. */
export function Listing<Data>({
  query,
  rows,
  hasOwnFile,
  children,
}: ListingProps<Data>): ReactNode {
  const { data } = query;
  const t = useT();
  if (data === undefined) {
    if (query.fetchStatus === "idle" && !query.isError) {
      return <PanelState state="empty" title={t("forbidden.part")} />;
    }
    if (!query.isError) return <PanelState state="loading" rows={rows ?? 8} />;
    const text = errorText(t, query.error);
    return <PanelState state="failed" text={text} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <TableTools pages={query} hasOwnFile={hasOwnFile === true}>
        {children(data)}
      </TableTools>
      {query.hasNextPage === true && (
        <div className="more">
          <ConsoleButton
            busy={query.isFetchingNextPage}
            onPress={() => void query.fetchNextPage?.()}
          >
            {t("act.loadMore")}
          </ConsoleButton>
        </div>
      )}
    </>
  );
}

/** The page of one thing, while it loads. */
export function PendingPage(props: {
  readonly title: string;
  readonly query: ListingQuery<unknown>;
}): ReactNode {
  const { query } = props;
  const isError = query.isError && query.data === undefined;
  const pending = { isError, error: query.error, refetch: query.refetch, data: undefined };
  return (
    <ConsoleFrame title={props.title}>
      <Panel label={props.title}>
        <Listing query={pending} rows={10}>
          {() => null}
        </Listing>
      </Panel>
    </ConsoleFrame>
  );
}
