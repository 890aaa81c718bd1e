import type { Approval } from "@club/contract";
import { DataTable, type DataColumn, Panel, useKeys, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { approveApproval, rejectApproval, useApprovals } from "../../api/top-ups.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog, useHeld } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { DecisionButtons } from "../desk/MoneyDesk.tsx";
import { ApprovalFacts, amountText, kindText } from "./ApprovalFacts.tsx";

/** Acts that another operator asked for and that need a second pair of eyes. */
export function ApprovalQueue({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useApprovals();
  const { data } = query;
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<"approve" | "reject" | undefined>(undefined);
  const current = data?.find((item) => item.approval_id === picked) ?? data?.[0];
  const asked = useHeld(asking !== undefined, current);
  const reason = current?.may_decide === true ? undefined : t("approvals.notYours");
  const notYet = current?.is_stale === true ? t("approvals.stale") : undefined;
  const ask = (what: "approve" | "reject") => {
    if (reason === undefined && (what === "reject" || notYet === undefined)) setAsking(what);
  };
  useKeys({ a: () => ask("approve"), r: () => ask("reject") });
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      headEnd={switcher}
      act={
        current === undefined ? undefined : (
          <SecondActs reason={reason} notYet={notYet} onAsk={ask} />
        )
      }
    >
      <div className="columns-queue">
        <Panel title={t("approvals.second")}>
          <Listing query={query} rows={5}>
            {(items) => (
              <DataTable
                label={t("approvals.second")}
                rows={items}
                rowId={(item) => item.approval_id}
                selectedId={current?.approval_id}
                onSelect={setPicked}
                globalKeys
                empty={t("approvals.noneSecond")}
                columns={secondColumns(t, currency)}
              />
            )}
          </Listing>
        </Panel>
        {current !== undefined && <ApprovalFacts item={current} currency={currency} />}
      </div>
      {asking !== undefined && asked !== undefined && (
        <SecondDialog item={asked} asking={asking} onClose={() => setAsking(undefined)} />
      )}
    </ConsoleFrame>
  );
}

function SecondActs(props: {
  readonly reason: string | undefined;
  readonly notYet: string | undefined;
  readonly onAsk: (what: "approve" | "reject") => void;
}): ReactNode {
  const t = useT();
  const { reason, notYet, onAsk } = props;
  const why = reason ?? notYet;
  return (
    <>
      {why !== undefined && <span className="brass">{why}</span>}
      <DecisionButtons
        label={t("approvals.approve")}
        reason={reason}
        notYet={notYet}
        onKey={(key) => onAsk(key === "a" ? "approve" : "reject")}
      />
    </>
  );
}

function SecondDialog(props: {
  readonly item: Approval;
  readonly asking: "approve" | "reject";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const isApprove = props.asking === "approve";
  const run = async (reason: string) => {
    await (isApprove ? approveApproval : rejectApproval)({
      approval_id: props.item.approval_id,
      reason,
    });
    return t(isApprove ? "approvals.approved" : "approvals.rejected");
  };
  const label = t(isApprove ? "approvals.approve" : "approvals.reject");
  return (
    <AskDialog
      title={`${label}: ${kindText(t, props.item)}`}
      label={label}
      danger={!isApprove}
      reason="optional"
      run={run}
      onClose={props.onClose}
    />
  );
}

function secondColumns(t: T, currency: string): DataColumn<Approval>[] {
  return [
    column.mute("at", t("approvals.asked"), (item) => whenText(t, item.requested_at)),
    column.strong("kind", t("approvals.kind"), (i) => kindText(t, i)),
    column.text("player", t("approvals.player"), (i) => i.user_name ?? "–"),
    column.figure("amount", t("approvals.amount"), (item) => amountText(t, item, currency)),
    column.text("by", t("approvals.askedBy"), (item) => item.requested_by),
  ];
}
