import type { PayoutAccount } from "@club/contract";
import { addDays, PAYOUT_FORMATS, type PayoutFormat } from "@club/domain";
import { dayAt, formatMoney } from "@club/i18n";
import { clubNow } from "@club/ui";
import {
  ConsoleButton,
  ConsoleField,
  DataTable,
  FactList,
  Panel,
  PanelState,
  Segmented,
  Tag,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { makeFile, usePayouts, type Payouts as Data } from "../../api/bank.ts";
import { useWhyNot, roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { AccountDialog } from "./AccountDialog.tsx";
import { PayoutFiles } from "./PayoutFiles.tsx";

/** Approved withdrawals, the files that take them to the bank, and the account that pays them. */
export function Payouts({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const t = useT();
  const query = usePayouts();
  return (
    <ConsoleFrame title={t("route.bank")} headEnd={switcher}>
      <Listing query={query} rows={8}>
        {(data) => (
          <div className="columns-queue">
            <div className="rows">
              <Ready data={data} />
              <PayoutFiles files={data.list} currency={data.currency} />
            </div>
            <Account account={data.account} />
          </div>
        )}
      </Listing>
    </ConsoleFrame>
  );
}

function Ready({ data }: { readonly data: Data }): ReactNode {
  const t = useT();
  const reason = useWhyNot("cashier", "POST /api/operator/payouts");
  const [format, setFormat] = useState<PayoutFormat>(data.currency === "AUD" ? "aba" : "pain001");
  const [payOn, setPayOn] = useState(() => addDays(dayAt(clubNow(), clubZone()), 1));
  const [isAsking, setIsAsking] = useState(false);
  const fitting = data.ready.filter((each) => each.fits.includes(format));
  const total = fitting.reduce((sum, each) => sum + each.amount_cents, 0);
  const money = formatMoney(total, data.currency, t.language);
  const notYet =
    data.account === null
      ? t("pay.noAccount")
      : fitting.length === 0
        ? t("pay.noneReady")
        : undefined;
  return (
    <Panel title={t("pay.ready")}>
      <div className="pay-head">
        <Segmented
          label={t("pay.format")}
          value={format}
          onChange={setFormat}
          options={PAYOUT_FORMATS.map((id) => ({ id, label: t(`pay.${id}`) }))}
        />
        <ConsoleField label={t("pay.payOn")} type="date" value={payOn} onChange={setPayOn} />
        <ConsoleButton
          kind="primary"
          money={money}
          reason={reason ?? notYet}
          onPress={() => setIsAsking(true)}
        >
          {t("pay.make", { n: fitting.length })}
        </ConsoleButton>
      </div>
      <ReadyTable data={data} format={format} />
      {isAsking && (
        <MakeDialog
          order={{
            format,
            withdrawal_ids: fitting.map((each) => each.withdrawal_id),
            total_cents: total,
            pay_on: payOn,
          }}
          money={money}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}

function MakeDialog(props: {
  readonly order: Parameters<typeof makeFile>[0];
  readonly money: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { order, money } = props;
  const n = order.withdrawal_ids.length;
  const run = async () => {
    const { name } = await makeFile(order);
    return t("pay.made", { name });
  };
  return (
    <AskDialog
      title={t("pay.makeTitle", { n, money })}
      text={t("pay.makeText")}
      label={t("pay.make", { n })}
      money={money}
      reason="none"
      run={run}
      onClose={props.onClose}
    />
  );
}

function ReadyTable(props: { readonly data: Data; readonly format: PayoutFormat }): ReactNode {
  const t = useT();
  const { data, format } = props;
  return (
    <DataTable
      label={t("pay.ready")}
      rows={data.ready}
      rowId={(each) => each.withdrawal_id}
      isMuted={(each) => !each.fits.includes(format)}
      empty={<PanelState state="empty" title={t("pay.noneReady")} text={t("pay.noneReadyText")} />}
      columns={(column) => [
        column.strong("player", t("reportColumn.player"), nameOf, nameOf),
        column.text(
          "reference",
          t("reportColumn.reference"),
          (each) => each.reference,
          (each) => each.reference,
        ),
        column.figure(
          "amount",
          t("reportColumn.amount"),
          (each) => formatMoney(each.amount_cents, data.currency, t.language),
          (each) => each.amount_cents,
        ),
        column.text("fits", t("pay.format"), (each) =>
          each.obstacle !== null ? (
            <Tag tone="brass">{t(each.obstacle === "waits" ? "pay.waits" : "pay.noFit")}</Tag>
          ) : each.fits.includes(format) ? (
            <Tag tone="turf">{t(`pay.${format}`)}</Tag>
          ) : (
            <Tag>{t("pay.notThis")}</Tag>
          ),
        ),
      ]}
    />
  );
}

const nameOf = (each: Data["ready"][number]): string => each.full_name ?? each.user_name;

function Account({ account }: { readonly account: PayoutAccount | null }): ReactNode {
  const t = useT();
  const may = useMay("PUT /api/operator/payouts/account");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title={t("pay.account")}
      end={
        <ConsoleButton reason={roleNeeded(t, may, "owner")} onPress={() => setIsOpen(true)}>
          {t(account === null ? "pay.enter" : "pay.change")}
        </ConsoleButton>
      }
    >
      {account === null ? (
        <PanelState state="empty" title={t("pay.noAccount")} />
      ) : (
        <FactList
          facts={[
            { label: t("pay.name"), value: account.name },
            { label: t("pay.number"), value: account.account_number },
            { label: t("pay.branch"), value: account.branch_code || "–" },
            { label: t("pay.bic"), value: account.swift_bic || "–" },
            { label: t("pay.bankCode"), value: account.bank_code || "–" },
            { label: t("pay.userId"), value: account.user_id || "–" },
          ]}
        />
      )}
      {isOpen && <AccountDialog account={account} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}
