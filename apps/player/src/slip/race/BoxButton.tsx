import type { BetTypeIndex } from "@club/domain";
import { Button } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { boxOf } from "./selection-columns.ts";
import { clearPicks, switchBox } from "./take-out.ts";

interface Props {
  readonly form: BetFormState & { readonly betType: BetTypeIndex };
}

/** The chosen runners in any order: by their own bet type, or by one column for all positions. */
export function BoxButton({ form }: Props): ReactNode {
  const t = useT();
  const box = boxOf(form.betType);
  if (box === null) return null;
  return (
    <div className="slip-pad">
      <div>
        <Button
          kind="text"
          icon="repeat"
          onPress={() => (box === "switch" ? switchBox(t) : boxAs(form, box))}
        >
          {t(form.isBoxed ? "slip.unbox" : "slip.box")}
        </Button>
      </div>
    </div>
  );
}

/** The runners stay: they move from the positions into the box, with their stake. */
export function boxAs(form: BetFormState, betType: BetTypeIndex): void {
  const picks = [[...new Set(form.picks.flat())]];
  changeForm({ do: "fill", form: { ...form, betType, picks, isBoxed: false, before: null } });
}

/** Takes every runner out of the slip; a single one leaves by the tap that brought it in. */
export function ClearButton({ form }: { readonly form: BetFormState }): ReactNode {
  const t = useT();
  if (form.picks.flat().length < 2) return null;
  return (
    <Button kind="text" icon="trash" onPress={() => clearPicks(t)}>
      {t("slip.clear")}
    </Button>
  );
}
