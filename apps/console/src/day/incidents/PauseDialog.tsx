import type { IncidentNotice } from "@club/contract";
import { ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { beginPause, type PauseWish } from "../../api/incidents.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { INCIDENT_NOTICES_LIST } from "./notices.ts";

export interface PauseDialogProps {
  readonly what: Pick<PauseWish, "scope" | "race_id" | "pool_id">;
  /** The race or the pool by name; none for all betting. */
  readonly name?: string | undefined;
  readonly onClose: () => void;
}

/** Pauses betting: what players are told, and why, for the log. */
export function PauseDialog(props: PauseDialogProps): ReactNode {
  const t = useT();
  const { scope } = props.what;
  const [notice, setNotice] = useState<IncidentNotice>("checking");
  const run = async (reason: string) => {
    await beginPause({ ...props.what, notice, reason });
    return t("pause.done");
  };
  const title = scope === "all" ? t("pause.all") : t("pause.of", { name: props.name ?? "" });
  return (
    <AskDialog
      title={title}
      text={t(`pause.text.${scope}`)}
      label={t("pause.act")}
      danger
      reason="needed"
      run={run}
      onClose={props.onClose}
    >
      <ConsoleSelect
        label={t("pause.notice")}
        value={notice}
        onChange={(id) => setNotice(id as IncidentNotice)}
        options={INCIDENT_NOTICES_LIST.map((id) => ({ id, label: t(`pause.notice.${id}`) }))}
      />
    </AskDialog>
  );
}
