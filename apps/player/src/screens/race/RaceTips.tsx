import type { RaceDetail } from "@club/contract";
import { Cloth } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import "./runner-sheet.css";

/** What others say of the race before it is run, each with the name of who says it. */
export function RaceTips({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const { tips = [] } = race;
  if (tips.length === 0 || race.result !== null) return null;
  return (
    <section className="race-tips" aria-label={t("tips.title")}>
      <h2>{t("tips.title")}</h2>
      {tips.map(({ by, numbers, text }, at) => (
        // Tips of a race have no identity but their place in it.
        <div key={at}>
          <span className="cloths">
            <b>{by}</b>
            {numbers.map((number) => (
              <Cloth key={number} number={number} size="small" />
            ))}
          </span>
          {text !== null && <p>{text}</p>}
        </div>
      ))}
      <p className="mute">{t("tips.note")}</p>
    </section>
  );
}
