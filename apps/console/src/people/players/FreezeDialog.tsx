import type { ReactNode } from "react";
import { freeze, unfreeze, type PlayerDetail } from "../../api/players.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** Stops a player from betting and topping up, or allows it again; both ask for a reason. */
export function FreezeDialog(props: {
  readonly player: PlayerDetail;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { player } = props;
  const isFrozen = player.status === "frozen";
  const run = async (reason: string) => {
    await (isFrozen ? unfreeze : freeze)({ player_id: player.player_id, reason });
    return t(isFrozen ? "freeze.undone" : "freeze.done");
  };
  const name = player.full_name ?? player.user_name;
  return (
    <AskDialog
      title={t(isFrozen ? "freeze.undoTitle" : "freeze.title", { name })}
      text={t(isFrozen ? "freeze.undoText" : "freeze.text")}
      label={t(isFrozen ? "freeze.undo" : "freeze.act")}
      danger={!isFrozen}
      reason="needed"
      run={run}
      onClose={props.onClose}
    />
  );
}
