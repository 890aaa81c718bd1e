import type { Withdrawal } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import {
  EmptyState,
  ListGroup,
  ListRow,
  Sheet,
  Tag,
  TimeLine,
  ValueRow,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { useMoneyNews } from "../../api/money-news.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useWithdrawals } from "../../api/withdrawals.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { PagedList } from "../../shell/PagedList.tsx";
import { Screen } from "../../shell/Screen.tsx";
import { deviceZone } from "../../device/zone.ts";
import { claimNote, stepsOf, WITHDRAWAL_TONE } from "./steps.ts";
import "../../shell/pages.css";
import "../../shell/money.css";

/** The player's withdrawals with their states, newest first. Route: /pages/withdraw/record */
export function WithdrawRecordScreen(): ReactNode {
  const t = useT();
  useMoneyNews();
  const query = useWithdrawals();
  const [openId, setOpenId] = useState<string | null>(null);
  const all = query.data?.pages.flatMap((page) => page.list) ?? [];
  const open = all.find((each) => each.withdrawal_id === openId);
  return (
    <Screen
      id="withdrawals"
      title={t("bar.withdrawals")}
      onRefresh={() => query.refetch()}
      updatedAt={query.dataUpdatedAt}
    >
      <PagedList
        query={query}
        failed={t("withdraw.failed")}
        empty={
          <EmptyState
            title={t("withdraw.empty")}
            act={{ label: t("route.withdraw"), href: hrefOf("withdraw") }}
          />
        }
      >
        {(withdrawals) => (
          <ListGroup>
            {withdrawals.map((each) => (
              <Row key={each.withdrawal_id} withdrawal={each} onOpen={setOpenId} />
            ))}
          </ListGroup>
        )}
      </PagedList>
      {open !== undefined && <OneSheet withdrawal={open} onClose={() => setOpenId(null)} />}
    </Screen>
  );
}

function Row(props: {
  readonly withdrawal: Withdrawal;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { withdrawal } = props;
  const at = formatDateTime(withdrawal.requested_at, deviceZone(), t.language);
  return (
    <ListRow
      strong
      title={formatMoney(withdrawal.amount_cents, currency, t.language)}
      meta={[`${at} · ${withdrawal.reference}`, claimNote(t, withdrawal, currency)]
        .filter(Boolean)
        .join(" · ")}
      end={
        <Tag tone={WITHDRAWAL_TONE[withdrawal.status]}>
          {t(`withdraw.status.${withdrawal.status}`)}
        </Tag>
      }
      onPress={() => props.onOpen(withdrawal.withdrawal_id)}
    />
  );
}

function OneSheet(props: {
  readonly withdrawal: Withdrawal;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { withdrawal } = props;
  return (
    <Sheet
      open
      onClose={props.onClose}
      title={formatMoney(withdrawal.amount_cents, currency, t.language)}
    >
      <div className="pad stack">
        <div className="withdraw-facts">
          <ValueRow label={t("export.reference")} value={withdrawal.reference} />
          <ValueRow
            label={t("withdraw.to")}
            value={`${withdrawal.bank_name} ${withdrawal.account_number}`}
          />
          <ValueRow label={t("withdraw.fee")} value={formatMoney(0, currency, t.language)} />
        </div>
        <TimeLine label={t("topUp.steps")} steps={stepsOf(t, withdrawal, currency)} />
      </div>
    </Sheet>
  );
}
