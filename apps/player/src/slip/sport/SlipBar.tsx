import { outcomeName } from "@club/i18n";
import { SportSlipBar } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { Rich } from "../../shell/Rich.tsx";
import { useOddsText } from "../../core/odds-format.ts";
import { useLegsNow } from "./legs-now.ts";
import { priceSlip } from "./slip-price.ts";
import { openSportSlip, useSportSlip } from "./slip-store.ts";

/** What is in the slip and at which price; nothing while it is empty. */
export function SlipBar(): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const slip = useSportSlip();
  const { oddsOf } = useLegsNow(slip.legs);
  const [first] = slip.legs;
  if (first === undefined) return null;
  const multiple = priceSlip(slip, oddsOf).bets.find(({ kind }) => kind === "multiple");
  const isTogether = multiple !== undefined && multiple.obstacle === null;
  const odds = slip.legs.length === 1 ? oddsOf(first) : multipleOdds(slip.legs.map(oddsOf));
  const name =
    slip.legs.length === 1
      ? outcomeName(t, first.event, { market: first, outcome: first })
      : t(isTogether ? "sport.kind.multiple" : "sport.slip.singles");
  return (
    <SportSlipBar count={slip.legs.length} act={t("sport.slip.open")} onPress={openSportSlip}>
      {slip.legs.length === 1 || isTogether ? (
        <Rich
          text={t("sport.slip.at", { name: "{name}", odds: "{odds}" })}
          parts={{ name: <b>{name}</b>, odds: <b className="fig">{oddsText(odds)}</b> }}
        />
      ) : (
        <b>{name}</b>
      )}
    </SportSlipBar>
  );
}

/** The combined odds, to the thousandth and rounded down: for display only. */
export function multipleOdds(odds: readonly number[]): number {
  const product = odds.reduce((top, milli) => top * BigInt(milli), 1n);
  return Number(product / 1000n ** BigInt(Math.max(0, odds.length - 1)));
}
