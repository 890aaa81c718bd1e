import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { PlayerDetail } from "../../api/players.ts";
import { erase, saveExport } from "../../api/players.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hasRole, useMay, useSession } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** Exports the player's data, and erases the account. */
export function DataPanel({ player }: { readonly player: PlayerDetail }): ReactNode {
  const t = useT();
  const mayExport = hasRole(useSession(), "support");
  const mayErase = useMay("POST /api/operator/players/:player_id/erase");
  const [isErasing, setErasing] = useState(false);
  const act = useAct(
    async (format: "json" | "csv") => {
      await saveExport(player.player_id, format);
      showToast(t("file.exported"));
    },
    { toast: true },
  );
  return (
    <Panel title={t("file.data")} padded>
      <p className="mute">{t("file.dataText")}</p>
      <div className="data-acts">
        {(["json", "csv"] as const).map((format) => (
          <ConsoleButton
            key={format}
            busy={act.busy}
            reason={roleNeeded(t, mayExport, "support")}
            onPress={() => void act.run(format)}
          >
            {`${t("file.export")} ${format.toUpperCase()}`}
          </ConsoleButton>
        ))}
        <ConsoleButton
          kind="danger"
          reason={roleNeeded(t, mayErase, "owner")}
          onPress={() => setErasing(true)}
        >
          {t("file.erase")}
        </ConsoleButton>
      </div>
      {isErasing && <EraseDialog player={player} onClose={() => setErasing(false)} />}
    </Panel>
  );
}

function EraseDialog(props: {
  readonly player: PlayerDetail;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { player, onClose } = props;
  const [typed, setTyped] = useState("");
  const run = async (reason: string) => {
    await erase({ player_id: player.player_id, user_name: typed.trim(), reason });
    return t("file.erased");
  };
  return (
    <AskDialog
      title={t("file.eraseTitle", { name: player.user_name })}
      text={t("file.eraseText")}
      label={t("file.erase")}
      danger
      reason="needed"
      missing={typed.trim() === player.user_name ? undefined : t("file.eraseMissing")}
      run={run}
      onClose={onClose}
    >
      <ConsoleField
        label={t("file.eraseName")}
        value={typed}
        onChange={setTyped}
        placeholder={player.user_name}
      />
    </AskDialog>
  );
}
