import type { Approval } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import {
  ConsoleButton,
  DataTable,
  type DataColumn,
  FactList,
  Panel,
  useKeys,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../api/meetings.ts";
import { decideApproval, useApprovals } from "../api/top-ups.ts";
import { useAct } from "../api/use-act.ts";
import { useT, type T } from "../lang.ts";
import { AskDialog } from "../shell/AskDialog.tsx";
import { useHeld } from "./use-held.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { Listing } from "../shell/Listing.tsx";
import { whenText } from "../when.ts";

/** Acts that another operator asked for and that wait for a second pair of eyes. */
export function SecondEyes({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = useApprovals();
  const { data } = query;
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<"approve" | "reject" | undefined>(undefined);
  const current = data?.find((item) => item.approval_id === picked) ?? data?.[0];
  const asked = useHeld(asking !== undefined, current);
  const reason = current?.may_decide === true ? undefined : t("approvals.notYours");
  const ask = (what: "approve" | "reject") => reason === undefined && setAsking(what);
  useKeys({ a: () => ask("approve"), r: () => ask("reject") });
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      headEnd={switcher}
      act={current === undefined ? undefined : <SecondActs reason={reason} onAsk={ask} />}
    >
      <div className="columns-queue">
        <Panel title={t("approvals.second")}>
          <Listing query={query} data={data} rows={5}>
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
        {current !== undefined && <SecondFacts item={current} currency={currency} />}
      </div>
      {asking !== undefined && asked !== undefined && (
        <SecondDialog item={asked} asking={asking} onClose={() => setAsking(undefined)} />
      )}
    </ConsoleFrame>
  );
}

function kindText(t: T, item: Approval): string {
  return t.find(`approvalKind.${item.kind}`) ?? item.kind;
}

function amountText(t: T, item: Approval, currency: string): string {
  const cents = item.payload["amount_cents"];
  if (typeof cents !== "number") return "–";
  return formatMoney(cents, currency, t.language, { sign: "always" });
}

function SecondActs(props: {
  readonly reason: string | undefined;
  readonly onAsk: (what: "approve" | "reject") => void;
}): ReactNode {
  const t = useT();
  const { reason, onAsk } = props;
  return (
    <>
      {reason !== undefined && <span className="brass">{reason}</span>}
      <span className="c-act-end">
        <ConsoleButton
          size="large"
          kind="danger"
          keyCap="R"
          reason={reason}
          onPress={() => onAsk("reject")}
        >
          {t("approvals.reject")}
        </ConsoleButton>
        <ConsoleButton
          size="large"
          kind="primary"
          keyCap="A"
          reason={reason}
          onPress={() => onAsk("approve")}
        >
          {t("approvals.approve")}
        </ConsoleButton>
      </span>
    </>
  );
}

function SecondFacts(props: { readonly item: Approval; readonly currency: string }): ReactNode {
  const t = useT();
  const { item } = props;
  return (
    <Panel title={kindText(t, item)}>
      <FactList
        facts={[
          { label: t("approvals.askedBy"), value: item.requested_by },
          ...(item.kind === "race.correct" ? correctFacts(t, item, props.currency) : []),
          ...(item.kind === "race.reopen"
            ? reopenFacts(t, item)
            : item.kind === "race.correct"
              ? []
              : [
                  { label: t("approvals.player"), value: item.user_name ?? "–" },
                  { label: t("approvals.amount"), value: amountText(t, item, props.currency) },
                ]),
          { label: t("act.reason"), value: item.reason ?? "–" },
        ]}
      />
    </Panel>
  );
}

/** Which race is to open again, and when it would start. */
function reopenFacts(t: T, { payload }: Approval): { label: string; value: string }[] {
  const { meetings, raceNo, start_time: start } = payload;
  return [
    {
      label: t("approvals.race"),
      value: `${String(meetings)} ${t("race.short", { n: Number(raceNo) })}`,
    },
    { label: t("act.newStart"), value: whenText(t, String(start)) },
  ];
}

/** Which race gets which result, and what that moves. */
function correctFacts(t: T, { payload }: Approval, currency: string) {
  const money = (key: string) => formatMoney(Number(payload[key] ?? 0), currency, t.language);
  const placings = payload["placings"] as readonly (readonly number[])[];
  return [
    {
      label: t("approvals.race"),
      value: `${String(payload["meetings"])} ${t("race.short", { n: Number(payload["raceNo"]) })}`,
    },
    { label: t("correct.field"), value: placings.map((group) => group.join("=")).join(" ") },
    {
      label: t("correct.players"),
      value: t("correct.sums", {
        n: Number(payload["players"]),
        up: money("up_cents"),
        down: money("down_cents"),
        borne: money("borne_cents"),
      }),
    },
  ];
}

function SecondDialog(props: {
  readonly item: Approval;
  readonly asking: "approve" | "reject";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const isApprove = props.asking === "approve";
  const act = useAct(async (reason: string) => {
    await decideApproval(props.item.approval_id, isApprove, reason);
    showToast(t(isApprove ? "approvals.approved" : "approvals.rejected"));
    props.onClose();
  });
  const label = t(isApprove ? "approvals.approve" : "approvals.reject");
  return (
    <AskDialog
      title={`${label}: ${kindText(t, props.item)}`}
      label={label}
      danger={!isApprove}
      reason="optional"
      busy={act.busy}
      error={act.error}
      onSubmit={(reason) => void act.run(reason)}
      onClose={props.onClose}
    />
  );
}

function secondColumns(t: T, currency: string): DataColumn<Approval>[] {
  return [
    {
      id: "at",
      label: t("approvals.asked"),
      kind: "mute",
      cell: (item) => whenText(t, item.requested_at),
    },
    {
      id: "kind",
      label: t("approvals.kind"),
      kind: "strong",
      cell: (i) => kindText(t, i),
    },
    { id: "player", label: t("approvals.player"), cell: (i) => i.user_name ?? "–" },
    {
      id: "amount",
      label: t("approvals.amount"),
      kind: "figure",
      cell: (item) => amountText(t, item, currency),
    },
    { id: "by", label: t("approvals.askedBy"), cell: (item) => item.requested_by },
  ];
}
