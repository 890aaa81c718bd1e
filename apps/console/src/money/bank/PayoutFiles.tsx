import type { PayoutFileView } from "@club/contract";
import { formatMoney } from "@club/i18n";
import {
  ConsoleButton,
  DataTable,
  type DataColumn,
  Panel,
  PanelState,
  Tag,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { decideFile, type PayoutAct } from "../../api/bank.ts";
import { download } from "../../api/client.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

interface Asking {
  readonly file: PayoutFileView;
  readonly act: PayoutAct;
}

/** Payout files: downloaded, sent, dropped, paid. */
export function PayoutFiles(props: {
  readonly files: readonly PayoutFileView[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { files, currency } = props;
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  return (
    <Panel title={t("pay.files")}>
      <DataTable
        label={t("pay.files")}
        rows={files}
        rowId={(file) => file.file_id}
        empty={<PanelState state="empty" title={t("pay.noFiles")} />}
        columns={columnsOf(t, currency, setAsking)}
      />
      {asking !== undefined && (
        <FileDialog {...asking} currency={currency} onClose={() => setAsking(undefined)} />
      )}
    </Panel>
  );
}

function columnsOf(
  t: T,
  currency: string,
  ask: (asking: Asking) => void,
): DataColumn<PayoutFileView>[] {
  return [
    column.strong(
      "name",
      t("reportColumn.name"),
      (file) => file.name,
      ({ name }) => name,
    ),
    column.mute(
      "made",
      t("reportColumn.at"),
      (file) => `${whenText(t, file.made_at)}, ${file.made_by}`,
      (file) => file.made_at,
    ),
    column.figure(
      "items",
      t("pay.payments"),
      (file) => file.items,
      ({ items }) => items,
    ),
    column.figure(
      "total",
      t("pay.total"),
      (file) => formatMoney(file.total_cents, currency, t.language),
      (file) => file.total_cents,
    ),
    column.text("status", t("reportColumn.status"), (file) => (
      <>
        <Tag tone={file.status === "sent" ? "turf" : file.status === "made" ? "brass" : "plain"}>
          {t(`pay.status.${file.status}`)}
        </Tag>{" "}
        {file.status === "sent" && t("pay.paidOf", { n: file.paid, of: file.items })}
      </>
    )),
    {
      id: "acts",
      label: t("reportColumn.action"),
      hideLabel: true,
      cell: (file) => <FileActs file={file} ask={ask} />,
    },
  ];
}

function FileActs(props: {
  readonly file: PayoutFileView;
  readonly ask: (asking: Asking) => void;
}): ReactNode {
  const t = useT();
  const { file, ask } = props;
  const reason = useWhyNot(
    "cashier",
    "POST /api/operator/payouts/:file_id/sent",
    "POST /api/operator/payouts/:file_id/drop",
    "POST /api/operator/payouts/:file_id/paid",
  );
  const load = useAct(
    async () =>
      await download(
        `/api/operator/payouts/${file.file_id}/file`,
        `${file.name}.${file.format === "aba" ? "aba" : "xml"}`,
      ),
    { toast: true },
  );
  return (
    <span className="bank-acts">
      {file.status !== "dropped" && (
        <ConsoleButton reason={reason} busy={load.busy} onPress={() => void load.run()}>
          {t("pay.download")}
        </ConsoleButton>
      )}
      {file.status === "made" && (
        <>
          <ConsoleButton reason={reason} kind="primary" onPress={() => ask({ file, act: "send" })}>
            {t("pay.send")}
          </ConsoleButton>
          <ConsoleButton reason={reason} kind="danger" onPress={() => ask({ file, act: "drop" })}>
            {t("pay.drop")}
          </ConsoleButton>
        </>
      )}
      {file.status === "sent" && file.paid < file.items && (
        <ConsoleButton reason={reason} kind="primary" onPress={() => ask({ file, act: "paid" })}>
          {t("pay.paid")}
        </ConsoleButton>
      )}
    </span>
  );
}

function FileDialog(
  props: Asking & { readonly currency: string; readonly onClose: () => void },
): ReactNode {
  const t = useT();
  const { file, act: what } = props;
  const run = async (reason: string) => {
    await decideFile[what]({ file_id: file.file_id, reason });
    return t("pay.done");
  };
  const money = formatMoney(file.total_cents, props.currency, t.language);
  return (
    <AskDialog
      title={t(`pay.${what}Title`, { name: file.name, money })}
      text={t(`pay.${what}Text`)}
      label={t(`pay.${what}`)}
      danger={what === "drop"}
      money={what === "paid" ? money : undefined}
      reason={what === "drop" ? "needed" : "none"}
      run={run}
      onClose={props.onClose}
    />
  );
}
