import type { SportEvent } from "@club/contract";
import { createElement, type ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { CheckRow } from "./CheckRow.tsx";
import { stateOfEvent } from "./event-state.ts";
import { SealedList } from "./SealedList.tsx";

const loadSheet = async () => ({ default: (await import("./EventSheet.tsx")).EventSheet });

/** Below a match's markets: its sealed list once betting has closed, and the check of its results. */
export function CheckEvent({ event }: { readonly event: SportEvent }): ReactNode {
  const t = useT();
  const { signed_root: root } = event;
  if (event.status !== "settled" && event.status !== "void") {
    return root === null ? null : (
      <SealedList root={{ bets: root.bets, closedAt: root.closed_at, root: root.root }} />
    );
  }
  return (
    <CheckRow
      key={event.event_id}
      title={t("check.eventRow")}
      state={stateOfEvent(event)}
      sheet={(check) => createElement(lazyPage(loadSheet), { event, ...check })}
    />
  );
}
