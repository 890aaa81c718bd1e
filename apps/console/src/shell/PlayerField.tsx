import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useFoundPlayers } from "../api/players.ts";
import { useT } from "../core/lang.ts";

const MOST = 5;

/** Finds the player whose the money is. */
export function PlayerField(props: {
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
