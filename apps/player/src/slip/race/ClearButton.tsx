import { Button } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { clearPicks } from "./take-out.ts";

/** Everybody out of the slip; a single runner goes by the tap that brought it in. */
export function ClearButton({ form }: { readonly form: BetFormState }): ReactNode {
  const t = useT();
  if (form.picks.flat().length < 2) return null;
  return (
    <Button kind="text" icon="trash" onPress={() => clearPicks(t)}>
      {t("slip.clear")}
    </Button>
  );
}
