import type { PastRun, RunnerForm, RunRecord } from "@club/contract";
import { formatDate, formatDividend } from "@club/i18n";
import { Figure, Icon, ScrollFrame } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { goingText } from "./going-text.ts";

type Column = "date" | "distance" | "place" | "price";

/** What a column is sorted by; the newest, the shortest, the best, the shortest price first. */
const KEYS: Readonly<Record<Column, (run: PastRun) => number>> = {
  date: ({ date, raceNo }) => -(Date.parse(date) + raceNo),
  distance: ({ distance_m }) => distance_m ?? Number.MAX_VALUE,
  place: ({ place }) => place ?? Number.MAX_VALUE,
  price: ({ win_approx }) => win_approx ?? Number.MAX_VALUE,
};

/** Its past runs in this club and what they come to. */
export function PastRuns({ form }: { readonly form: RunnerForm }): ReactNode {
  const t = useT();
  const [by, setBy] = useState<Column>("date");
  const head = (column: Column, text: string) => (
    <th scope="col" aria-sort={by === column ? "ascending" : undefined}>
      <button type="button" aria-pressed={by === column} onClick={() => setBy(column)}>
        {text}
        {by === column && <Icon name="chevron-down" />}
      </button>
    </th>
  );
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
      <ScrollFrame className="past-runs" label={t("runner.past")}>
        <table>
          <thead>
            <tr>
              {head("place", t("runner.place"))}
              {head("date", t("runner.date"))}
              {head("distance", t("runner.over"))}
              {head("price", t("runner.price"))}
              <th scope="col">{t("runner.carried")}</th>
            </tr>
          </thead>
          <tbody>
            {form.runs
              .toSorted((a, b) => KEYS[by](a) - KEYS[by](b))
              .map((run) => (
                <Run key={run.race_id} run={run} />
              ))}
          </tbody>
        </table>
      </ScrollFrame>
    </section>
  );
}

function Run({ run }: { readonly run: PastRun }): ReactNode {
  const t = useT();
  const distance =
    run.distance_m === null ? "–" : t("race.distance", { metres: String(run.distance_m) });
  return (
    <tr>
      <td className="fig" data-placed={(run.place ?? 9) <= 3 || undefined}>
        {run.place ?? "–"}
        <small>/{run.runners}</small>
      </td>
      <td>
        {formatDate(`${run.date}T00:00:00.000Z`, "UTC", t.language)}
        <small>{`${run.meetings} ${t("race.short", { n: run.raceNo })}`}</small>
      </td>
      <td>
        {distance}
        <small>{goingText(t, run.going ?? "")}</small>
      </td>
      <td className="fig">
        {run.win_approx === null ? "–" : formatDividend(run.win_approx, t.language)}
      </td>
      <td>
        {run.weight_kg === null ? "–" : t("runner.kg", { kg: run.weight_kg.toFixed(1) })}
        <small>{run.jockey ?? ""}</small>
      </td>
    </tr>
  );
}

/** "12: 2-1-3", as form guides write it. */
export function recordText({ starts, firsts, seconds, thirds }: RunRecord): string {
  return `${starts}: ${firsts}-${seconds}-${thirds}`;
}
