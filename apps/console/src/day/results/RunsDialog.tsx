import type { OperatorRace } from "@club/contract";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendRuns } from "../../api/race-changes.ts";
import { useOfflineText, roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { parseRuns, writeRuns } from "./parse-runs.ts";

const LINES = 14;

/** Margins, times and places at the calls: they often come when the race is long paid. */
export function RunsAct({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const offline = useOfflineText();
  const may = useMay("POST /api/operator/races/:race_id/runs");
  const reason = offline ?? roleNeeded(t, may, "results_clerk");
  return (
    <div className="acts">
      <ConsoleButton reason={reason} onPress={() => setIsOpen(true)}>
        {t("runs.act")}
      </ConsoleButton>
      {isOpen && <RunsDialog race={race} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function RunsDialog(props: {
  readonly race: OperatorRace;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race } = props;
  const [lines, setLines] = useState(() => writeRuns(race.runs));
  const { runs, faults } = parseRuns(lines);
  const [first] = faults;
  const fault = first === undefined ? undefined : t("runs.fault", { line: first });
  return (
    <AskDialog
      title={t("runs.act")}
      text={t("runs.text")}
      label={t("act.save")}
      reason="none"
      missing={fault}
      run={async () => {
        await sendRuns({ race_id: race.race_id, runs: [...runs] });
        return t("runs.done", { n: runs.length });
      }}
      onClose={props.onClose}
    >
      <ConsoleField
        label={t("runs.lines")}
        value={lines}
        onChange={setLines}
        lines={LINES}
        error={fault}
        hint="4; 5 4 2; 1.25; 1:10.45"
        autoFocus
      />
    </AskDialog>
  );
}
