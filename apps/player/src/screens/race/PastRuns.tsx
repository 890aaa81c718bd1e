import type { PastRun, RunnerForm, RunRecord } from "@club/contract";
import { formatDate, formatDividend } from "@club/i18n";
import { Figure, Icon, ScrollFrame } from "@club/ui";
import { Fragment, useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { goingText } from "../../core/fact-text.ts";
import { lengthsText } from "./run-text.ts";
import { sortRuns, type RunOrder } from "./sort-runs.ts";

const COLUMNS = [
  ["place", "runner.place"],
  ["date", "runner.date"],
  ["distance", "runner.over"],
  ["margin", "runner.margin"],
  ["price", "runner.price"],
  ["weight", "runner.carried"],
] as const;

/** Its past runs and what they come to. */
export function PastRuns({ form }: { readonly form: RunnerForm }): ReactNode {
  const t = useT();
  return (
    <section aria-label={t("runner.past")}>
      <h3>{t("runner.past")}</h3>
      <div className="runner-figures">
        <Figure label={t("runner.career")} value={recordText(form.career)} />
        <Figure label={t("runner.track")} value={recordText(form.track)} />
        <Figure label={t("runner.distance")} value={recordText(form.distance)} />
        <Figure label={t("runner.wet")} value={recordText(form.wet)} />
      </div>
      {form.days_since !== null && (
        <p className="mute">{t("runner.since", { n: form.days_since })}</p>
      )}
      <Runs runs={form.runs} />
    </section>
  );
}

/** The newest first; a tap on a head sorts by it, another one the other way. */
function Runs({ runs }: { readonly runs: readonly PastRun[] }): ReactNode {
  const t = useT();
  const [order, setOrder] = useState<RunOrder>({ by: "date", isDown: true });
  const direction = order.isDown ? "descending" : "ascending";
  return (
    <ScrollFrame className="past-runs" label={t("runner.past")}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map(([by, text]) => (
              <th key={by} scope="col" aria-sort={order.by === by ? direction : undefined}>
                <button
                  type="button"
                  aria-pressed={order.by === by}
                  onClick={() => setOrder({ by, isDown: order.by === by && !order.isDown })}
                >
                  {t(text)}
                  {order.by === by && <Icon name="chevron-down" />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRuns(runs, order).map((run) => (
            <Run key={`${run.date} ${run.race_id ?? run.meetings}`} run={run} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function Run({ run }: { readonly run: PastRun }): ReactNode {
  const t = useT();
  const distance =
    run.distance_m === null ? "–" : t("race.distance", { metres: String(run.distance_m) });
  const race = run.raceNo === null ? [] : [t("race.short", { n: run.raceNo })];
  return (
    <Fragment>
      <tr>
        <td className="fig" data-placed={(run.place ?? 9) <= 3 || undefined}>
          {run.place ?? "–"}
          {run.runners !== null && <small>/{run.runners}</small>}
        </td>
        <td>
          {formatDate(`${run.date}T00:00:00.000Z`, "UTC", t.language)}
          <small>{[run.meetings, ...race].join(" ")}</small>
        </td>
        <td>
          {distance}
          <small>{goingText(t, run.going ?? "")}</small>
        </td>
        <td className="fig">{lengthsText(t, run.margin)}</td>
        <td className="fig">
          {run.win_approx === null ? "–" : formatDividend(run.win_approx, t.language)}
        </td>
        <td>
          {run.weight_kg === null ? "–" : t("runner.kg", { kg: run.weight_kg.toFixed(1) })}
          <small>{run.jockey ?? ""}</small>
        </td>
      </tr>
      {run.comment !== null && (
        <tr className="past-said">
          <td colSpan={COLUMNS.length}>{run.comment}</td>
        </tr>
      )}
    </Fragment>
  );
}

/** What is said of the runner, with whose word it is. */
export function RunnerComment({ form }: { readonly form: RunnerForm }): ReactNode {
  const t = useT();
  if (form.comment === null) return null;
  return (
    <section aria-label={t("runner.comment")}>
      <h3>{t("runner.comment")}</h3>
      <p>{form.comment}</p>
      <p className="mute">{t(form.comment_by === "desk" ? "runner.byDesk" : "runner.byFeed")}</p>
    </section>
  );
}

/** "12: 2-1-3", as form guides write it. */
export function recordText({ starts, firsts, seconds, thirds }: RunRecord): string {
  return `${starts}: ${firsts}-${seconds}-${thirds}`;
}
