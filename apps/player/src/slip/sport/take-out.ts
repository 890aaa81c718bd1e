import { outcomeName } from "@club/i18n";
import type { T } from "../../core/lang.ts";
import { offerUndo } from "../slip-acts.ts";
import { changeSlip, currentSlip } from "./slip-store.ts";
import type { SlipLeg, SportSlipState } from "./slip-state.ts";

/** Removes a selection and its stake; for a few seconds both can be restored. */
export function takeOut(t: T, leg: SlipLeg): void {
  const before = currentSlip();
  changeSlip({ do: "remove", outcomeId: leg.outcomeId });
  const name = outcomeName(t, leg.event, { market: leg, outcome: leg });
  undoTo(t, t("sport.slip.out", { name }), before);
}

export function clearSlip(t: T): void {
  const before = currentSlip();
  changeSlip({ do: "clear" });
  undoTo(t, t("slip.cleared"), before);
}

/** Replaces the slip by another one; the old one can be restored. */
export function replaceSlip(t: T, slip: SportSlipState): void {
  const before = currentSlip();
  changeSlip({ do: "fill", slip });
  if (before.legs.length > 0) undoTo(t, t("sport.slip.replaced"), before);
}

function undoTo(t: T, text: string, before: SportSlipState): void {
  offerUndo(t, text, () => changeSlip({ do: "fill", slip: { ...before, field: null } }));
}
