import type { getStatus, Pause } from "@club/contract";
import { Notice, UpdateBar } from "@club/ui";
import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../core/lang.ts";
import { usePauses } from "../live/pauses.ts";
import { call } from "../core/call.ts";
import { noteReadOnly, useIsReadOnly } from "../core/connection.ts";
import { putOffUpdate, takeUpdate } from "./service-worker.ts";
import "./pauses.css";

const SHOWN = 3;

/** Says above every screen what takes no bets for now and why; it goes when betting resumes. */
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

const ASK_EVERY_MS = 10_000;

/** Says above all screens that betting waits and money is safe, until bets are taken again. */
export function ReadOnlyBar(): ReactNode {
  const t = useT();
  const isReadOnly = useIsReadOnly();
  const place = usePlaceAbove();
  useEffect(() => {
    if (!isReadOnly) return;
    const timer = setInterval(() => void askWhetherOver(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isReadOnly]);
  return createPortal(
    <div className="pause-bar" role="status">
      {isReadOnly && (
        <Notice tone="brass" title={t("pause.readOnly")}>
          {t("pause.readOnlyText")}
        </Notice>
      )}
    </div>,
    place,
  );
}

/** Without an answer the bar stays: it asks again in a few seconds. */
async function askWhetherOver(): Promise<void> {
  try {
    const { data } = await call<typeof getStatus>({ method: "GET", path: "/api/status" });
    if (data.takes_bets) noteReadOnly(false);
  } catch (error) {
    console.info("read-only", error);
  }
}

/** A place before the app, so that a bar in it pushes every screen down and covers none. */
export function usePlaceAbove(): HTMLElement {
  const [place] = useState(() => document.createElement("div"));
  useEffect(() => {
    document.getElementById("app")?.before(place);
    return () => place.remove();
  }, [place]);
  return place;
}

/** A new version of the app is there. */
export function ReadyUpdate(): ReactNode {
  return <UpdateBar onUpdate={takeUpdate} onLater={putOffUpdate} />;
}
