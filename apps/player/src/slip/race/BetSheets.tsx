import type { ReactNode } from "react";
import { useSlipView } from "./form-store.ts";
import { PlacementSheet } from "./PlacementSheet.tsx";
import { SlipSheet } from "./SlipSheet.tsx";
import { usePlacement } from "./placement.ts";
import "../slip.css";

/** The bet form, and the outcome of the last bet. */
export function BetSheets(): ReactNode {
  const view = useSlipView();
  const { phase } = usePlacement();
  const isWithTheClub = phase === "checking" || phase === "accepted" || phase === "not placed";
  return (
    <>
      <SlipSheet open={view !== "closed" && !isWithTheClub} />
      {isWithTheClub && <PlacementSheet />}
    </>
  );
}
