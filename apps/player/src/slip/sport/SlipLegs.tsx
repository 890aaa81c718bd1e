import { marketWithLine, outcomeName, teamName, hasTwoSides } from "@club/i18n";
import { Button, clubNow, SportSlipLeg } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { useOddsText } from "../../core/odds-format.ts";
import { isClosed } from "./slip-lock.ts";
import type { SlipLeg } from "./slip-state.ts";
import { clearSlip, takeOut } from "./take-out.ts";
import type { SportBet } from "./use-sport-bet.ts";

/** The selections; a price that moved shows both, the old one struck through. */
export function SlipLegs({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const { slip } = bet;
  return (
    <>
      <ul className="sport-slip-legs" aria-label={t("sport.slip.legs")}>
        {slip.legs.map((leg) => (
          <Leg key={leg.outcomeId} bet={bet} leg={leg} />
        ))}
      </ul>
      {slip.legs.length > 2 && (
        <div className="sport-slip-clear">
          <Button kind="text" icon="trash" onPress={() => clearSlip(t)}>
            {t("slip.clear")}
          </Button>
        </div>
      )}
    </>
  );
}

function Leg({ bet, leg }: { readonly bet: SportBet; readonly leg: SlipLeg }): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const now = bet.nowOf(leg);
  const name = outcomeName(t, leg.event, { market: leg, outcome: leg });
  const isMoved = now.oddsMilli !== leg.oddsMilli;
  const was = oddsText(leg.oddsMilli);
  return (
    <SportSlipLeg
      name={name}
      meta={metaOf(t, leg)}
      price={oddsText(now.oddsMilli)}
      was={isMoved ? { price: was, label: t("sport.slip.was", { price: was }) } : undefined}
      move={isMoved ? (now.oddsMilli < leg.oddsMilli ? "in" : "out") : "flat"}
      trouble={troubleOf(t, bet, leg)}
      removeLabel={t("slip.remove", { name })}
      onRemove={() => takeOut(t, leg)}
    />
  );
}

function troubleOf(t: T, bet: SportBet, leg: SlipLeg): string | undefined {
  if (isClosed(leg, { nowOf: bet.nowOf, nowMs: clubNow() })) {
    const { status } = bet.nowOf(leg);
    return t(`sport.status.${status === "open" ? "closed" : status}`);
  }
  return undefined;
}

/** "Match result · v Castle Moor"; for a draw or a total, both sides. */
export function metaOf(t: T, leg: SlipLeg): string {
  const market = marketWithLine(t, leg, leg.event.sport);
  if (!hasTwoSides(leg.event)) return [market, leg.event.home].join(" · ");
  const home = teamName(t, leg.event, "home");
  const away = teamName(t, leg.event, "away");
  const isSide = leg.key === "home" || leg.key === "away";
  const who = isSide
    ? t("sport.against", { team: leg.key === "home" ? away : home })
    : t("sport.versus", { home, away });
  return [market, who].join(" · ");
}
