import { Panel, PanelState } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useComplaints } from "../api/desk.ts";
import { useT } from "../lang.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { Listing } from "../shell/Listing.tsx";
import { ComplaintPanel } from "./ComplaintPanel.tsx";
import { ComplaintTable } from "./ComplaintParts.tsx";
import { WaitingOrDone } from "./WaitingOrDone.tsx";
import "./cases.css";

/** Complaints, the one due first at the top. */
export function ComplaintDesk({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const [status, setStatus] = useState<"waiting" | "answered">("waiting");
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const query = useComplaints(status);
  const list = query.data?.pages.flatMap((page) => page.list);
  const chosen = list?.find((one) => one.complaint_id === chosenId) ?? list?.[0];
  return (
    <ConsoleFrame
      title={t("route.cases")}
      meta={status === "waiting" && list && t("cases.meta", { n: list.length })}
      headEnd={switcher}
    >
      <div className="columns-cases">
        <Panel
          title={t("cases.complaints")}
          end={<WaitingOrDone value={status} done="answered" onChange={setStatus} />}
        >
          <Listing query={query} data={list}>
            {(complaints) => (
              <ComplaintTable
                list={complaints}
                selectedId={chosen?.complaint_id}
                onSelect={setChosenId}
                hasPlayer
                empty={t(status === "waiting" ? "complaint.none" : "complaint.noneDone")}
              />
            )}
          </Listing>
        </Panel>
        {chosen === undefined ? (
          <Panel label={t("complaint.one")}>
            <PanelState state="empty" title={t("complaint.choose")} />
          </Panel>
        ) : (
          <ComplaintPanel key={chosen.complaint_id} complaint={chosen} />
        )}
      </div>
    </ConsoleFrame>
  );
}
