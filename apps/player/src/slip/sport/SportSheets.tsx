import type { ReactNode } from "react";
import { SportPlacementSheet } from "./SportPlacementSheet.tsx";
import { SportSlipSheet } from "./SportSlipSheet.tsx";
import { isAllRefused, useSportPlacement } from "./sent.ts";
import { useIsSlipOpen } from "./slip-store.ts";
import "../slip.css";
import "./sport-slip.css";

/** The sport slip, and the outcome of its bets. */
export function SportSheets(): ReactNode {
  const isOpen = useIsSlipOpen();
  const placement = useSportPlacement();
  const { phase } = placement;
  const isWithTheClub = phase === "checking" || (phase === "done" && !isAllRefused(placement));
  return (
    <>
      <SportSlipSheet open={isOpen && !isWithTheClub} />
      {isWithTheClub && <SportPlacementSheet />}
    </>
  );
}
