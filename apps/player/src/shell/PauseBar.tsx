import type { Pause } from "@club/contract";
import { Notice } from "@club/ui";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../core/lang.ts";
import { usePlaceAbove } from "./place-above.ts";
import { usePauses } from "../live/pauses.ts";
import "./pauses.css";

const SHOWN = 3;

/** Says above every screen what takes no bets for now and why; it goes when betting goes on. */
export function PauseBar(): ReactNode {
  const t = useT();
  const pauses = usePauses();
  const place = usePlaceAbove();
  const all = pauses.find(({ scope }) => scope === "all");
  const shown = all === undefined ? pauses.slice(0, SHOWN) : [all];
  return createPortal(
    <div className="pause-bar" role="status" aria-label={t("pause.label")}>
      {shown.map((pause) => (
        <Notice key={pause.incident_id} tone="loss" title={titleOf(t, pause)}>
          {t(`pause.why.${pause.notice}`)} {t("pause.stands")}
        </Notice>
      ))}
    </div>,
    place,
  );
}

function titleOf(t: ReturnType<typeof useT>, pause: Pause): string {
  if (pause.scope === "all") return t("pause.all");
  const race = `${pause.meetings ?? ""} ${t("race.short", { n: pause.raceNo ?? 0 })}`;
  const pool = pause.pool === null ? "" : ` · ${t(`pool.${pause.pool}`)}`;
  return t("pause.one", { name: race + pool });
}
