import type { OperatorDocument } from "@club/contract";
import { DOCUMENT_SORTS } from "@club/contract/choices";
import { DataTable, Panel, PanelState, type TableOrder } from "@club/ui/console";
import type { ReactNode } from "react";
import { DOCUMENT_ORDER, useDocuments } from "../../api/complaints.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useOrder } from "../../core/table-order.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { ReviewDesk, useReviews } from "../../shell/ReviewDesk.tsx";
import { DocumentPanel, DocumentTag } from "./DocumentPanel.tsx";

/** Identity documents, unless sorted the oldest first. */
export function DocumentDesk({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const { status, setStatus, choose, chosenOf } = useReviews<"decided">();
  const order = useOrder(DOCUMENT_SORTS, DOCUMENT_ORDER[status]);
  const query = useDocuments(status, order.by);
  const list = query.data?.list;
  const chosen = chosenOf(list, (one) => one.document_id);
  return (
    <ReviewDesk
      title={t("cases.papers")}
      done="decided"
      switcher={switcher}
      status={status}
      onStatus={setStatus}
      count={list?.length}
      list={
        <Listing query={query}>
          {({ list: papers }) => (
            <DocumentTable
              list={papers}
              order={order}
              chosenId={chosen?.document_id}
              onChoose={choose}
              empty={t(status === "waiting" ? "paper.none" : "paper.noneDone")}
            />
          )}
        </Listing>
      }
      one={
        chosen === undefined ? (
          <Panel label={t("paper.kind")}>
            <PanelState state="empty" title={t("paper.choose")} />
          </Panel>
        ) : (
          <DocumentPanel key={chosen.document_id} paper={chosen} />
        )
      }
    />
  );
}

function DocumentTable(props: {
  readonly list: readonly OperatorDocument[];
  readonly order: TableOrder;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly empty: string;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("cases.papers")}
      rows={props.list}
      rowId={(paper) => paper.document_id}
      order={props.order}
      selectedId={props.chosenId}
      onSelect={props.onChoose}
      globalKeys
      empty={props.empty}
      columns={(column) => [
        column.strong("player", t("route.player"), (paper) => (
          <a href={hrefOf("player", paper.player_id)}>{paper.user_name}</a>
        )),
        column.text("kind", t("paper.kind"), (paper) => t(`paper.kind.${paper.kind}`)),
        column.mute("sent", t("paper.sent"), (paper) => whenText(t, paper.created_at)),
        column.text("state", t("complaint.state"), (paper) => (
          <DocumentTag status={paper.status} />
        )),
      ]}
    />
  );
}
