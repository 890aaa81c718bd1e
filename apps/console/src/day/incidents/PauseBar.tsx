import { Notice } from "@club/ui";
import type { ReactNode } from "react";
import { usePauses } from "../../api/incidents.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { whenText } from "../../core/time.ts";
import { pausedName } from "./notices.ts";

const NAMED = 3;

/** Says on every page what takes no bets, for as long as it is paused. */
export function PauseBar(): ReactNode {
  const t = useT();
  const pauses = usePauses();
  const newest = pauses[0];
  if (newest === undefined) return null;
  const names = pauses.slice(0, NAMED).map((pause) => pausedName(t, pause));
  const more = pauses.length > NAMED ? ` +${pauses.length - NAMED}` : "";
  return (
    <Notice tone="loss" icon="alert">
      <b>{t("pause.bar", { names: names.join(", ") + more })}</b>{" "}
      {t("pause.since", { time: whenText(t, newest.since) })}{" "}
      <a href={hrefOf("incidents")}>{t("route.incidents")}</a>
    </Notice>
  );
}
