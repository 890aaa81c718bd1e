import type { PaymentArrivalView } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { decideArrival } from "../../api/payments.ts";
import { useFoundPlayers } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

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

const MOST = 5;

function PlayerField(props: {
  readonly chosen: string;
  readonly onChoose: (playerId: string) => void;
}): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState("");
  const q = typed.trim();
  const { data = [] } = useFoundPlayers(q, { enabled: q !== "", most: MOST });
  return (
    <>
      <ConsoleField
        label={t("cardPay.toPlayer")}
        value={typed}
        hint={t("cardPay.toPlayerHint")}
        autoFocus
        onChange={(value) => {
          setTyped(value);
          props.onChoose("");
        }}
      />
      {q !== "" && data.length > 0 && (
        <ConsoleSelect
          label={t("cardPay.player")}
          value={props.chosen}
          options={[
            { id: "", label: t("cardPay.noPlayer") },
            ...data.map((player) => ({
              id: player.player_id,
              label: [player.user_name, player.full_name].filter(Boolean).join(" · "),
            })),
          ]}
          onChange={props.onChoose}
        />
      )}
    </>
  );
}
