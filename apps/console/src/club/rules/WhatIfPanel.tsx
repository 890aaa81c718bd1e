import { addDays } from "@club/domain";
import { dayAt, formatCount } from "@club/i18n";
import { clubNow, Notice } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, Panel, PanelState } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { WhatIfDays } from "../../api/rules.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { useWhatIf, type WhatIfRun } from "./use-what-if.ts";
import { WhatIfResult } from "./WhatIfResult.tsx";

const WEEK = 6;

/** Past races, settled again on paper by the figures shown above. Nothing is written. */
export function WhatIfPanel(props: {
  readonly name: string;
  /** 0: the draft. */
  readonly version: number;
}): ReactNode {
  const t = useT();
  const { name, version } = props;
  const today = dayAt(clubNow(), clubZone());
  const [days, setDays] = useState<WhatIfDays>({
    from: addDays(today, -WEEK),
    to: today,
    ruleSet: "",
  });
  const { run, start, stop } = useWhatIf();
  return (
    <Panel title={t("whatIf.title")} meta={t("whatIf.meta")}>
      <div className="what-if-head">
        <Days name={name} days={days} onChange={(part) => setDays({ ...days, ...part })} />
        {run.phase === "running" ? (
          <ConsoleButton kind="danger" onPress={stop}>
            {t("whatIf.stop")}
          </ConsoleButton>
        ) : (
          <ConsoleButton kind="primary" onPress={() => void start(days, { name, version })}>
            {t(version === 0 ? "whatIf.runDraft" : "whatIf.run", { n: version })}
          </ConsoleButton>
        )}
        <Progress run={run} />
      </div>
      {run.error !== undefined && (
        <div className="c-panel-body">
          <Notice tone="loss" alert>
            {run.error}
          </Notice>
        </div>
      )}
      {run.phase === "done" && run.total === 0 && (
        <PanelState state="empty" title={t("whatIf.none")} text={t("reports.noneText")} />
      )}
      {run.found.length > 0 && <WhatIfResult found={run.found} />}
    </Panel>
  );
}

function Days(props: {
  readonly name: string;
  readonly days: WhatIfDays;
  readonly onChange: (part: Partial<WhatIfDays>) => void;
}): ReactNode {
  const t = useT();
  const { name, days, onChange } = props;
  return (
    <>
      <ConsoleField
        label={t("reports.from")}
        type="date"
        value={days.from}
        onChange={(from) => from !== "" && onChange({ from })}
      />
      <ConsoleField
        label={t("reports.to")}
        type="date"
        value={days.to}
        onChange={(to) => to !== "" && onChange({ to })}
      />
      <ConsoleSelect
        label={t("whatIf.races")}
        value={days.ruleSet}
        onChange={(ruleSet) => onChange({ ruleSet })}
        options={[
          { id: "", label: t("whatIf.all") },
          { id: name, label: t("whatIf.own", { name }) },
        ]}
      />
    </>
  );
}

function Progress({ run }: { readonly run: WhatIfRun }): ReactNode {
  const t = useT();
  const [done, of] = [run.found.length, run.total].map((n) => formatCount(n, t.language));
  const params = { done: done ?? "", of: of ?? "" };
  return (
    <span className="what-if-progress" role="status">
      {run.phase === "running" && (
        <progress
          max={Math.max(1, run.total)}
          value={run.found.length}
          aria-label={t("whatIf.title")}
        />
      )}
      {run.phase !== "idle" &&
        run.total > 0 &&
        t(run.phase === "stopped" ? "whatIf.stopped" : "whatIf.done", params)}
    </span>
  );
}
