import type { Operator } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { writePlayer } from "../../api/operators.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** The player account that is an operator's own: its money is decided by somebody else. */
export function PlayerDialog(props: {
  readonly operator: Operator;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { operator, onClose } = props;
  const { operator_id, user_name: name } = operator;
  const [player, setPlayer] = useState(operator.player_name ?? "");
  const run = async (reason: string) => {
    await writePlayer({ operator_id, player_name: player.trim() || null, reason });
    return t("people.playerDone", { name });
  };
  return (
    <AskDialog
      title={t("people.playerTitle", { name })}
      text={t("people.playerText")}
      label={t("act.save")}
      reason="needed"
      run={run}
      onClose={onClose}
    >
      <ConsoleField
        label={t("people.playerName")}
        autoComplete="off"
        value={player}
        onChange={setPlayer}
        autoFocus
      />
    </AskDialog>
  );
}
