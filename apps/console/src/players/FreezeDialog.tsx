import { Notice, showToast } from "@club/ui";
import { ConsoleButton, ConsoleDialog, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { setFrozen, type PlayerDetail } from "../api/players.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../lang.ts";

/** Stops a player from betting and topping up, or lets them again; both ask why. */
export function FreezeDialog(props: {
  readonly player: PlayerDetail;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { player } = props;
  const [reason, setReason] = useState("");
  const isFrozen = player.status === "frozen";
  const missing = reason.trim() === "" ? t("act.reasonMissing") : undefined;
  const act = useAct(async () => {
    await setFrozen(player.player_id, !isFrozen, reason.trim());
    showToast(t(isFrozen ? "freeze.undone" : "freeze.done"));
    props.onClose();
  });
  const name = player.full_name ?? player.user_name;
  return (
    <ConsoleDialog
      title={t(isFrozen ? "freeze.undoTitle" : "freeze.title", { name })}
      onClose={props.onClose}
      onSubmit={() => missing === undefined && void act.run()}
      acts={
        <>
          <ConsoleButton onPress={props.onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind={isFrozen ? "primary" : "danger"}
            type="submit"
            busy={act.busy}
            reason={missing}
          >
            {t(isFrozen ? "freeze.undo" : "freeze.act")}
          </ConsoleButton>
        </>
      }
    >
      <p className="mute">{t(isFrozen ? "freeze.undoText" : "freeze.text")}</p>
      <ConsoleField
        label={t("act.reason")}
        value={reason}
        onChange={setReason}
        hint={t("act.reasonHint")}
        autoFocus
      />
      {act.error !== undefined && (
        <Notice tone="loss" alert>
          {act.error}
        </Notice>
      )}
    </ConsoleDialog>
  );
}
