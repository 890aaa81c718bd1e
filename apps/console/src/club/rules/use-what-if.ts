import { useCallback, useEffect, useRef, useState } from "react";
import { errorText } from "../../api/error-text.ts";
import { readWhatIf, readWhatIfRaces, type WhatIfDays, type WhatIfRules } from "../../api/rules.ts";
import { useT } from "../../core/lang.ts";
import type { WhatIfFound } from "./what-if-sums.ts";

export interface WhatIfRun {
  readonly phase: "idle" | "running" | "done" | "stopped" | "failed";
  readonly total: number;
  readonly found: readonly WhatIfFound[];
  readonly error?: string;
}

const IDLE: WhatIfRun = { phase: "idle", total: 0, found: [] };

/**
 * A what-if, race by race. Each race is one call, so finished ones stay, it can be stopped between
 * two races, and nothing continues after the page is left.
 */
export function useWhatIf() {
  const t = useT();
  const [run, setRun] = useState(IDLE);
  const control = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const stop = useCallback(() => control.current?.abort(), []);
  const start = useCallback(
    async (days: WhatIfDays, by: WhatIfRules) => {
      control.current?.abort();
      const own = new AbortController();
      control.current = own;
      const found: WhatIfFound[] = [];
      let total = 0;
      const show = (phase: WhatIfRun["phase"], error?: string) =>
        setRun({ phase, total, found: [...found], ...(error !== undefined && { error }) });
      show("running");
      try {
        const races = await readWhatIfRaces(days, own.signal);
        total = races.length;
        for (const race of races) {
          show("running");
          found.push({ race, pools: await readWhatIf(race.race_id, by, own.signal) });
        }
        show("done");
      } catch (error) {
        // Stopped by hand, or replaced by the next one, which shows itself.
        if (!own.signal.aborted) show("failed", errorText(t, error));
        else if (control.current === own) show("stopped");
      }
    },
    [t],
  );
  return { run, start, stop };
}
