import { ConsoleButton, Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { hrefOf } from "../core/paths.ts";
import { Listing, type ListingQuery } from "../shell/Listing.tsx";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";

/** No such address, and the way back to the day. */
export function NotFoundPage(): ReactNode {
  const t = useT();
  return (
    <ConsoleFrame title={t("route.notFound")}>
      <Panel label={t("route.notFound")}>
        <PanelState
          state="empty"
          title={t("notFound.title")}
          act={<ConsoleButton href={hrefOf("sheet")}>{t("notFound.toSheet")}</ConsoleButton>}
        />
      </Panel>
    </ConsoleFrame>
  );
}

/** While the code of a page is on its way, and what every page needs to know. */
export function WaitingPage(props: {
  readonly title: string;
  readonly query: ListingQuery<unknown>;
}): ReactNode {
  const t = useT();
  return (
    <ConsoleFrame title={props.title}>
      <Panel label={t("state.loading")}>
        {props.query.data === undefined ? (
          <Listing query={props.query}>{() => null}</Listing>
        ) : (
          <PanelState state="loading" rows={8} />
        )}
      </Panel>
    </ConsoleFrame>
  );
}
