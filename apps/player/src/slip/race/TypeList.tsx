import { BET_TYPES } from "@club/domain";
import { refusalText } from "@club/i18n";
import { BetTypePicker, showToast } from "@club/ui";
import type { ReactNode } from "react";
import { useRace } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { currentForm, openSlip } from "./form-store.ts";
import { offersType, shownTypes } from "./offered.ts";

/** All bet types, each with how it wins, or why the race does not take it. */
export function TypeList({ form }: { readonly form: BetFormState }): ReactNode {
  const t = useT();
  const { data: race } = useRace(form.race?.raceId);
  const reason = refusalText(t, "pool.not_offered", {});
  return (
    <BetTypePicker
      label={t("bet.type")}
      selectedId={form.betType === 0 ? undefined : String(form.betType)}
      types={shownTypes(race).map(({ index }) => ({
        id: String(index),
        label: t("betType.label", { n: index, name: t(`betType.${index}`) }),
        hint: t(`bet.hint.${index}`),
        reason: offersType(race, index) ? undefined : reason,
      }))}
      onSelect={(id) => {
        const type = BET_TYPES.find(({ index }) => String(index) === id);
        if (type !== undefined) changeForm({ do: "choose type", betType: type.index });
        offerUndo(t);
        openSlip();
      }}
    />
  );
}

/** Choosing another type starts anew; what was dropped can be restored for a few seconds. */
export function offerUndo(t: T): void {
  if (currentForm().before === null) return;
  showToast(t("slip.reset"), {
    label: t("act.undo"),
    onPress: () => changeForm({ do: "undo type" }),
  });
}
