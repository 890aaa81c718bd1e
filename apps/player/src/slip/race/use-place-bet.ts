import { useT, type T } from "../../core/lang.ts";
import { lockText } from "../obstacle.ts";
import { leaveFor, type BeforeBet } from "../slip-acts.ts";
import { closeSlip } from "./form-store.ts";
import { usePlacement } from "./placement.ts";
import type { Lock } from "./slip-lock.ts";
import { placeSlip } from "./slip-store.ts";
import type { SlipFacts } from "./use-slip.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { columnName, raceName } from "./grid-rows.ts";
import { columnsOf } from "./selection-columns.ts";

export interface PlaceBet {
  readonly press: () => void;
  readonly isSending: boolean;
  /** It cannot be placed now: `reason` says why. */
  readonly isLocked: boolean;
  readonly reason: string | undefined;
  /** Instead of the bet: signing in, topping up, the date of birth. */
  readonly act: BeforeBet | undefined;
}

/** The act of the slip: the bet, or what has to come before it. */
export function usePlaceBet(slip: SlipFacts): PlaceBet {
  const t = useT();
  const { phase } = usePlacement();
  const { lock, wire, price, currency } = slip;
  const press = () => {
    if (lock?.act !== undefined) {
      leaveFor(lock.act, closeSlip);
      return;
    }
    if (lock !== null || wire === null) return;
    void placeSlip({
      form: { ...slip.form, before: null, field: null },
      wire,
      costCents: Number(price.costCents),
      currency,
    });
  };
  return {
    press,
    isSending: phase === "sending",
    isLocked: lock !== null || phase === "sending",
    reason: lock === null ? undefined : reasonOf(t, slip, lock),
    act: lock?.act,
  };
}

const LACKS_RUNNERS: readonly string[] = ["bet.nothing_selected", "bet.no_combination"];

/** Missing runners are named by their column: "Choose runners under 3rd". */
function reasonOf(t: T, { form, currency }: SlipFacts, lock: Lock): string {
  const missing = LACKS_RUNNERS.includes(lock.code) ? missingOf(t, form, lock) : undefined;
  return missing ?? lockText(t, lock, currency);
}

/** An All Up lacks the runners of a leg, or its second leg. */
function missingOf(t: T, form: BetFormState, { params }: Lock): string | undefined {
  if (form.allUp === undefined) return missingRunners(t, form);
  const leg = Number(params["leg"]);
  if (leg > form.allUp.length) return t("allUp.need");
  return t("slip.need.column", { column: t("allUp.leg", { n: leg }) });
}

/** Which runners a started bet still lacks, by the column of the grid; undefined where none is begun. */
export function missingRunners(t: T, form: BetFormState): string | undefined {
  const { betType, picks, isBoxed } = form;
  if (betType === 0 || picks.every((column) => column.length === 0)) return undefined;
  const columns = columnsOf(betType, isBoxed);
  const empty = columns.findIndex((_, index) => (picks[index] ?? []).length === 0);
  if (empty === -1) return t("slip.need.more");
  // The races of a double stand on a switch, by their names.
  const isDouble = columns[empty]?.kind === "leg" && form.multi === undefined;
  const leg = isDouble ? [form.race, form.race2][empty] : null;
  const column = leg ? raceName(t, leg) : columnName(t, betType, columns[empty]);
  return t("slip.need.column", { column });
}
