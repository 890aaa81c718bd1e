import { go } from "../address.ts";
import { useT } from "../lang.ts";
import { rememberWanted } from "../login-gate.ts";
import { pathOf } from "../routes.ts";
import { deviceZone } from "../shell/zone.ts";
import { lockText } from "./lock-text.ts";
import { closeSlip } from "./form-store.ts";
import { usePlacement } from "./placement.ts";
import { placeSlip } from "./slip-store.ts";
import type { SlipFacts } from "./use-slip.ts";

export interface PlaceBet {
  readonly press: () => void;
  readonly isSending: boolean;
  /** It cannot be placed now: `reason` says why. */
  readonly isLocked: boolean;
  readonly reason: string | undefined;
  /** Instead of the bet: signing in, topping up. */
  readonly act: "sign in" | "top up" | undefined;
}

/** The act of the slip: the bet, or what has to come before it. */
export function usePlaceBet(slip: SlipFacts): PlaceBet {
  const t = useT();
  const { phase } = usePlacement();
  const { lock, wire, price, currency, race } = slip;
  const press = () => {
    if (lock?.act !== undefined) {
      leaveFor(lock.act);
      return;
    }
    if (lock !== null || wire === null) return;
    void placeSlip({
      form: { ...slip.form, before: null, field: null },
      wire,
      costCents: Number(price.costCents),
      currency,
      zone: race?.timezone ?? deviceZone(),
    });
  };
  return {
    press,
    isSending: phase === "sending",
    isLocked: lock !== null || phase === "sending",
    reason: lock === null ? undefined : lockText(t, lock, currency),
    act: lock?.act,
  };
}

/** The form stays as it is: the player comes back to it. */
function leaveFor(act: "sign in" | "top up"): void {
  const here = location.hash.replace(/^#/, "");
  closeSlip();
  if (act === "top up") {
    go(pathOf("topUp"));
    return;
  }
  rememberWanted(here === "" ? "/" : here);
  go(pathOf("login"));
}
