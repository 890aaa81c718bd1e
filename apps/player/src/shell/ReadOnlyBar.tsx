import type { getStatus } from "@club/contract";
import { Notice } from "@club/ui";
import { useEffect, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { call } from "../core/call.ts";
import { useT } from "../core/lang.ts";
import { usePlaceAbove } from "./place-above.ts";
import { noteReadOnly, useIsReadOnly } from "../core/read-only.ts";
import "./pauses.css";

const ASK_EVERY_MS = 10_000;

/** Says above every screen that betting waits and the money is safe, until the club takes bets again. */
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

/** Without an answer the bar stays: the next question comes in a few seconds. */
async function askWhetherOver(): Promise<void> {
  try {
    const { data } = await call<typeof getStatus>({ method: "GET", path: "/api/status" });
    if (data.takes_bets) noteReadOnly(false);
  } catch (error) {
    console.info("read-only", error);
  }
}
