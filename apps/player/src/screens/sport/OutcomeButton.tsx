import { marketWithLine, outcomeName } from "@club/i18n";
import type { SportOutcome } from "@club/contract";
import { useClock, OddsButton } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { useSportSlip } from "../../slip/sport/slip-store.ts";
import { useOddsText } from "../../core/odds-format.ts";
import { isInSlip, moveOf, pickOutcome, type Pick } from "./pick.ts";

/** A price of a market; with `named`, its outcome's name above it. */
export function OutcomeButton(props: Pick & { readonly named?: boolean }): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const { legs } = useSportSlip();
  const { event, market, outcome } = props;
  const hasStarted = useClock((nowMs) => Date.parse(event.start_time) <= nowMs);
  const name = outcomeName(t, event, { market, outcome });
  const price = oddsText(outcome.odds_milli);
  const isOpen = market.status === "open" && event.status === "open" && !hasStarted;
  return (
    <OddsButton
      price={price}
      name={props.named === true ? name : undefined}
      move={isOpen ? moveOf(outcome) : "flat"}
      selected={isInSlip(legs, outcome.outcome_id)}
      disabled={!isOpen}
      state={stateOf(outcome)}
      label={[name, marketWithLine(t, market, event.sport), price, moveText()]
        .filter(Boolean)
        .join(", ")}
      onPress={() => pickOutcome({ event, market, outcome })}
    />
  );

  function moveText(): string {
    const before = outcome.previous_odds_milli;
    const move = moveOf(outcome);
    if (before === null || move === "flat" || !isOpen) return "";
    const was = oddsText(before);
    return t(move === "in" ? "race.firmed" : "race.drifted", { price: was });
  }
}

function stateOf({ result }: SportOutcome): "won" | "lost" | undefined {
  if (result === "won" || result === "half_won" || result === "dead_heat") return "won";
  return result === "lost" || result === "half_lost" ? "lost" : undefined;
}
