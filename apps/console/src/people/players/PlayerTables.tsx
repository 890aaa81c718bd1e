import type { ListItemOf, listStatement, PlayerSummary } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { DataTable, Tag, column } from "@club/ui/console";
import type { DataColumn } from "@club/ui/console";
import { useState } from "react";
import type { ReactNode } from "react";
import type { PlayerDetail, PlayerOrder } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import type { T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { BetList } from "../../shell/BetList.tsx";
import { voidColumn, VoidOrder } from "./VoidOrder.tsx";

type StatementLine = ListItemOf<typeof listStatement>;

/** A player's bets; an unsettled one can be cancelled. */
export function OrderTable(props: {
  readonly player: PlayerDetail;
  readonly currency: string;
  readonly end: ReactNode;
}): ReactNode {
  const t = useT();
  const { player, currency } = props;
  const mayVoid = useMay("POST /api/operator/orders/:order_id/void");
  const [asking, setAsking] = useState<PlayerOrder | undefined>(undefined);
  return (
    <>
      <BetList
        of={{ player_id: player.player_id }}
        end={props.end}
        acts={mayVoid ? voidColumn(t, setAsking) : undefined}
      />
      {asking !== undefined && (
        <VoidOrder
          player={player}
          order={asking}
          currency={currency}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

/** The latest lines of the cash account. */
export function StatementTable(props: {
  readonly lines: readonly StatementLine[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("player.money")}
      rows={props.lines}
      rowId={(line) => line.entry_id}
      empty={t("player.noMoney")}
      columns={statementColumns(t, props.currency)}
    />
  );
}

function statementColumns(t: T, currency: string): DataColumn<StatementLine>[] {
  return [
    column.mute("at", t("ledger.at"), (line) => whenText(t, line.at)),
    column.strong("type", t("ledger.event"), (line) => t.find(`entry.${line.type}`) ?? line.type),
    column.text(
      "reference",
      t("approvals.reference"),
      (line) => line.bet?.receipt_no ?? line.reference ?? "–",
    ),
    column.figure("amount", t("approvals.amount"), (line) => (
      <span className={line.amount_cents > 0 ? "turf" : undefined}>
        {formatMoney(line.amount_cents, currency, t.language, {
          plain: true,
          sign: "always",
        })}
      </span>
    )),
    column.figure("balance", t("money.balance"), (line) =>
      formatMoney(line.balance_cents, currency, t.language, { plain: true }),
    ),
  ];
}

const PLAYER_TONES = { active: "turf", frozen: "loss", closed: "plain" } as const;

export function PlayerTag({ status }: { readonly status: PlayerSummary["status"] }): ReactNode {
  const t = useT();
  return <Tag tone={PLAYER_TONES[status]}>{t(`playerStatus.${status}`)}</Tag>;
}
