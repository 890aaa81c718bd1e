import type { Approval } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Notice, showToast } from "@club/ui";
import {
  ConsoleButton,
  ConsoleDialog,
  ConsoleField,
  DataTable,
  FactList,
  Panel,
  PanelState,
  useKeys,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { errorText } from "../api/error-text.ts";
import { useCurrency } from "../api/meetings.ts";
import { decideApproval, useApprovals } from "../api/top-ups.ts";
import { useAct } from "../api/use-act.ts";
import { useT, type T } from "../lang.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { whenText } from "../when.ts";

/** Acts that another operator asked for and that wait for a second pair of eyes. */
export function SecondEyes({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { data, error, isError, refetch } = useApprovals();
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<"approve" | "reject" | undefined>(undefined);
  const current = data?.find((item) => item.approval_id === picked) ?? data?.[0];
  const reason = current?.may_decide === true ? undefined : t("approvals.notYours");
  const ask = (what: "approve" | "reject") => reason === undefined && setAsking(what);
  useKeys({ a: () => ask("approve"), r: () => ask("reject") });
  return (
    <ConsoleFrame
      title={t("route.approvals")}
      headEnd={switcher}
      act={
        current !== undefined && (
          <span className="c-act-end">
            <ConsoleButton
              size="large"
              kind="danger"
              keyCap="R"
              reason={reason}
              onPress={() => ask("reject")}
            >
              {t("approvals.reject")}
            </ConsoleButton>
            <ConsoleButton
              size="large"
              kind="primary"
              keyCap="A"
              reason={reason}
              onPress={() => ask("approve")}
            >
              {t("approvals.approve")}
            </ConsoleButton>
          </span>
        )
      }
    >
      <div className="columns-queue">
        <Panel title={t("approvals.second")}>
          {data === undefined && isError && (
            <PanelState state="failed" text={errorText(t, error)} onRetry={() => void refetch()} />
          )}
          {data === undefined && !isError && <PanelState state="loading" rows={5} />}
          {data !== undefined && (
            <DataTable
              label={t("approvals.second")}
              rows={data}
              rowId={(item) => item.approval_id}
              selectedId={current?.approval_id}
              onSelect={setPicked}
              globalKeys
              empty={t("approvals.noneSecond")}
              columns={[
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
              ]}
            />
          )}
        </Panel>
        {current !== undefined && (
          <Panel title={kindText(t, current)}>
            <FactList
              facts={[
                { label: t("approvals.askedBy"), value: current.requested_by },
                { label: t("approvals.player"), value: current.user_name ?? "–" },
                { label: t("approvals.amount"), value: amountText(t, current, currency) },
                { label: t("act.reason"), value: current.reason ?? "–" },
              ]}
            />
          </Panel>
        )}
      </div>
      {asking !== undefined && current !== undefined && (
        <SecondDialog item={current} asking={asking} onClose={() => setAsking(undefined)} />
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

function SecondDialog(props: {
  readonly item: Approval;
  readonly asking: "approve" | "reject";
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const [reason, setReason] = useState("");
  const isApprove = props.asking === "approve";
  const act = useAct(async () => {
    await decideApproval(props.item.approval_id, isApprove, reason.trim());
    showToast(t(isApprove ? "approvals.approved" : "approvals.rejected"));
    props.onClose();
  });
  return (
    <ConsoleDialog
      title={`${t(isApprove ? "approvals.approve" : "approvals.reject")}: ${kindText(t, props.item)}`}
      onClose={props.onClose}
      onSubmit={() => void act.run()}
      acts={
        <>
          <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton kind={isApprove ? "primary" : "danger"} type="submit" busy={act.busy}>
            {t(isApprove ? "approvals.approve" : "approvals.reject")}
          </ConsoleButton>
        </>
      }
    >
      <ConsoleField
        label={t("act.reasonOptional")}
        value={reason}
        onChange={setReason}
        autoFocus
        hint={t("act.reasonHint")}
      />
      {act.error !== undefined && (
        <Notice tone="loss" alert>
          {act.error}
        </Notice>
      )}
    </ConsoleDialog>
  );
}
