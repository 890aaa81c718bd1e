import type { OperatorRace } from "@club/contract";
import { formatTimeExact } from "@club/i18n";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";

/** What was done to the race, by whom and why, newest last. */
export function RaceLog({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  if (race.log.length === 0) return null;
  const lines = race.log.toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <div className="race-log">
      <h3>{t("race.log")}</h3>
      <dl>
        {lines.map((line) => (
          <div key={`${line.at} ${line.action}`}>
            <dt className="fig">{formatTimeExact(line.at, clubZone())}</dt>
            <dd>
              {t.find(`audit.${line.action}`) ?? line.action}
              {line.operator !== null && <span className="mute"> {line.operator}</span>}
              {line.reason !== null && <span className="mute"> · {line.reason}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
