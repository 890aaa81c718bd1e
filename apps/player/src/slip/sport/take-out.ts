import { outcomeName } from "@club/i18n";
import { showToast } from "@club/ui";
import type { T } from "../../core/lang.ts";
import { changeSlip, currentSlip } from "./slip-store.ts";
import type { SlipLeg, SportSlipState } from "./slip-state.ts";

/** Takes a selection out with its stake; for a few seconds both can be had back. */
export function takeOut(t: T, leg: SlipLeg): void {
  const before = currentSlip();
  changeSlip({ do: "remove", outcomeId: leg.outcomeId });
  const name = outcomeName(t, leg.event, { market: leg, outcome: leg });
  offerUndo(t, t("sport.slip.out", { name }), before);
}

export function clearSlip(t: T): void {
  const before = currentSlip();
  changeSlip({ do: "clear" });
  offerUndo(t, t("slip.cleared"), before);
}

/** Another slip takes the place of the one in hand, which can be had back. */
export function replaceSlip(t: T, slip: SportSlipState): void {
  const before = currentSlip();
  changeSlip({ do: "fill", slip });
  if (before.legs.length > 0) offerUndo(t, t("sport.slip.replaced"), before);
}

function offerUndo(t: T, text: string, before: SportSlipState): void {
  showToast(text, {
    label: t("act.undo"),
    onPress: () => changeSlip({ do: "fill", slip: { ...before, field: null } }),
  });
}
