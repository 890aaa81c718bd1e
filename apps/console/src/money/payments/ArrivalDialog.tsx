import type { PaymentArrivalView } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { decideArrival } from "../../api/payments.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { PlayerField } from "../../shell/PlayerField.tsx";

export interface ArrivalAsking {
  readonly row: PaymentArrivalView;
  readonly act: PaymentArrivalView["acts"][number];
}

/** Asks for the reason, and for the player where nobody knows whose the money is. */
export function ArrivalDialog(props: ArrivalAsking & { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { row, act } = props;
  const [playerId, setPlayerId] = useState("");
  const mustChoose = act === "book" && row.player_id === null;
  const run = async (reason: string) => {
    const { arrival_id } = row;
    const done = await (act === "book"
      ? decideArrival.book({ arrival_id, reason, ...(mustChoose && { player_id: playerId }) })
      : decideArrival[act]({ arrival_id, reason }));
    return t(isPending(done) ? "cardPay.asked" : "cardPay.done");
  };
  const money = formatMoney(row.amount_cents, row.currency, t.language);
  return (
    <AskDialog
      title={t(`cardPay.${act}Title`, { money })}
      text={t(`cardPay.${act}Text`)}
      label={t(`cardPay.act.${act}`)}
      danger={act === "dismiss"}
      money={act === "dismiss" ? undefined : money}
      reason="needed"
      missing={mustChoose && playerId === "" ? t("cardPay.noPlayer") : undefined}
      run={run}
      onClose={props.onClose}
    >
      {mustChoose && <PlayerField chosen={playerId} onChoose={setPlayerId} />}
    </AskDialog>
  );
}
