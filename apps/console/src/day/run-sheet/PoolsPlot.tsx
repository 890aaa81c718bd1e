import { formatCount, formatTime } from "@club/i18n";
import { Panel, StepLines, type StepLine } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import type { RunRow } from "../races/due.ts";
import type { Sample } from "./history.ts";

const LINES = [
  { pool: "WIN", tone: "turf" },
  { pool: "PLACE", tone: "firm" },
  { pool: "TRIFECTA", tone: "brass" },
  { pool: "FIRST4", tone: "drift" },
] as const;

const CENTS = 100;
const LEAST_SAMPLES = 2;

/** How the pools of the selected race grow while the desk watches. */
export function PoolsPlot(props: {
  readonly row: RunRow;
  readonly samples: readonly Sample[];
}): ReactNode {
  const t = useT();
  const { row, samples } = props;
  const first = samples[0];
  if (first === undefined || samples.length < LEAST_SAMPLES) return null;
  const time = (at: number) => formatTime(at, clubZone(), t.language);
  const lines: StepLine[] = LINES.flatMap(({ pool, tone }) => {
    if (first.pools[pool] === undefined) return [];
    const points = samples.map((sample) => ({
      x: sample.at,
      y: (sample.pools[pool] ?? 0) / CENTS,
    }));
    return [{ id: pool, label: t(`pool.${pool}`), tone, points }];
  });
  const name = `${row.meeting.meetings} ${t("race.short", { n: row.race.raceNo })}`;
  return (
    <Panel
      title={t("plot.title", { race: name })}
      meta={t("plot.meta", { currency: row.meeting.currency, time: time(first.at) })}
    >
      <StepLines
        label={t("plot.title", { race: name })}
        lines={lines}
        xLabel={time}
        yLabel={(value) => formatCount(value, t.language)}
      />
    </Panel>
  );
}
