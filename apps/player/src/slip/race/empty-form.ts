import type { BetFormState } from "./bet-form.state.ts";

export const EMPTY_FORM: BetFormState = {
  betType: 0,
  race: null,
  race2: null,
  picks: [],
  isBoxed: false,
  stakeMode: "unit",
  amount: "",
  amount2: "",
  isSameStake: true,
  field: null,
  before: null,
};

/** Whether a choice of another type would throw something away. */
export function hasContent(form: BetFormState): boolean {
  return (
    form.race2 !== null || form.amount !== "" || form.picks.some((column) => column.length > 0)
  );
}
