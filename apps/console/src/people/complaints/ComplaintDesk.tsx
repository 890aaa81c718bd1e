import { COMPLAINT_SORTS } from "@club/contract/choices";
import { Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { COMPLAINT_ORDER, useComplaints } from "../../api/complaints.ts";
import { useT } from "../../core/lang.ts";
import { useOrder } from "../../core/table-order.ts";
import { Listing } from "../../shell/Listing.tsx";
import { ReviewDesk, useReviews } from "../../shell/ReviewDesk.tsx";
import { ComplaintPanel } from "./ComplaintPanel.tsx";
import { ComplaintTable } from "./ComplaintParts.tsx";

/** Complaints, unless sorted the one due first on top. */
export function ComplaintDesk({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const { status, setStatus, choose, chosenOf } = useReviews<"answered">();
  const order = useOrder(COMPLAINT_SORTS, COMPLAINT_ORDER[status]);
  const query = useComplaints(status, order.by);
  const list = query.data?.list;
  const chosen = chosenOf(list, (one) => one.complaint_id);
  return (
    <ReviewDesk
      title={t("cases.complaints")}
      done="answered"
      switcher={switcher}
      status={status}
      onStatus={setStatus}
      count={list?.length}
      list={
        <Listing query={query}>
          {({ list: complaints }) => (
            <ComplaintTable
              list={complaints}
              order={order}
              selectedId={chosen?.complaint_id}
              onSelect={choose}
              hasPlayer
              empty={t(status === "waiting" ? "complaint.none" : "complaint.noneDone")}
            />
          )}
        </Listing>
      }
      one={
        chosen === undefined ? (
          <Panel label={t("complaint.one")}>
            <PanelState state="empty" title={t("complaint.choose")} />
          </Panel>
        ) : (
          <ComplaintPanel key={chosen.complaint_id} complaint={chosen} />
        )
      }
    />
  );
}
