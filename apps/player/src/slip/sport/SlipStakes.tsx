import { formatMoney, outcomeName } from "@club/i18n";
import { Button, centsOfTyped, Segmented, SportStakeRow, typedOfCents } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { useOddsText } from "../../core/odds-format.ts";
import { typedMoney } from "../../core/texts.ts";
import { offerTo, refusedOf } from "./refused-text.ts";
import { dismissPlacement, useSportPlacement } from "./sent.ts";
import { multipleOdds } from "./SlipBar.tsx";
import type { SlipBet } from "./slip-price.ts";
import { changeSlip } from "./slip-store.ts";
import type { StakeMode } from "./slip-state.ts";
import type { SportBet } from "./use-sport-bet.ts";

/** Every bet that the selections can make: together first, then each as a single. */
export function SlipStakes({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  const together = bet.price.bets.filter(({ kind }) => kind !== "single");
  const singles = bet.price.bets.filter(({ kind }) => kind === "single");
  const isRelated = bet.price.related.size > 0;
  return (
    <>
      {isRelated && <p className="sport-slip-note">{t("refusal.sport.related_legs")}</p>}
      {together.length > 1 && !isRelated && <ModePick bet={bet} />}
      {!isRelated && together.map((each) => <Stake key={each.id} bet={bet} each={each} />)}
      {singles.length > 1 && <h3 className="sport-slip-head">{t("sport.slip.singles")}</h3>}
      {singles.map((each) => (
        <Stake key={each.id} bet={bet} each={each} />
      ))}
    </>
  );
}

/** Whether an amount is per line or in total: it matters for bets of several lines. */
function ModePick({ bet }: { readonly bet: SportBet }): ReactNode {
  const t = useT();
  return (
    <div className="sport-slip-mode">
      <Segmented<StakeMode>
        label={t("slip.stakeMode")}
        value={bet.slip.mode}
        onChange={(mode) => changeSlip({ do: "mode", mode })}
        options={[
          { id: "line", label: t("sport.slip.perLine") },
          { id: "total", label: t("sport.slip.total") },
        ]}
      />
    </div>
  );
}

interface StakeProps {
  readonly bet: SportBet;
  readonly each: SlipBet;
}

export function Stake({ bet, each }: StakeProps): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const placement = useSportPlacement();
  const { slip, currency, nowOf } = bet;
  const typed = slip.stakes[each.id] ?? "";
  const isActive = slip.field === each.id;
  // One selection alone is named above it already.
  const title = slip.legs.length === 1 ? t("sport.kind.single") : titleOf(t, each);
  const odds = oddsText(multipleOdds(each.legs.map((leg) => nowOf(leg).oddsMilli)));
  return (
    <>
      <SportStakeRow
        title={title}
        meta={each.lines === 1 ? t("sport.slip.oneLine", { odds }) : linesText(t, bet, each)}
        value={shownStake(t, { typed, isActive, currency })}
        placeholder={formatMoney(0, currency, t.language)}
        active={isActive}
        error={errorOf(t, bet, each) ?? refusedOf(t, placement, each.id, currency)}
        label={t("sport.slip.stakeOf", { name: title })}
        returnsLabel={t(each.isCapped ? "sport.slip.atMost" : "sport.slip.returns")}
        returns={returnsText(t, each, currency)}
        onPress={() => changeSlip({ do: "keypad", field: each.id })}
      />
      <TakeOffer bet={bet} each={each} />
    </>
  );
}

function returnsText(t: T, { returnCents }: SlipBet, currency: string): string {
  return returnCents === 0n ? "–" : formatMoney(returnCents, currency, t.language);
}

/** Sets the stake to what the club would take instead, in one tap. */
function TakeOffer({ bet, each }: StakeProps): ReactNode {
  const t = useT();
  const unitCents = offerTo(useSportPlacement(), each.id);
  if (unitCents === undefined) return null;
  const lines = bet.slip.mode === "total" ? each.lines : 1;
  const cents = unitCents * lines;
  const take = () => {
    changeSlip({ do: "stake", field: each.id, typed: typedOfCents(BigInt(cents)) });
    dismissPlacement();
  };
  return (
    <div className="sport-slip-offer">
      <Button wide onPress={take}>
        {t("sport.slip.takeOffer", { amount: formatMoney(cents, bet.currency, t.language) })}
      </Button>
    </div>
  );
}

/** A single is named after its selection, the others after their kind. */
export function titleOf(t: T, { kind, legs }: Pick<SlipBet, "kind" | "legs">): string {
  const [leg] = legs;
  if (kind !== "single" || leg === undefined) return t(`sport.kind.${kind}`);
  return outcomeName(t, leg.event, { market: leg, outcome: leg });
}

/** "4 lines × $2.00"; in total mode "4 lines, $0.02 stay yours". */
function linesText(t: T, bet: SportBet, each: SlipBet): string {
  const money = (cents: bigint) => formatMoney(cents, bet.currency, t.language);
  if (each.unitCents === 0n) return t("sport.slip.lines", { n: each.lines });
  const text = t("sport.slip.linesOf", { n: each.lines, unit: money(each.unitCents) });
  if (each.unspentCents === 0n) return text;
  return `${text} · ${t("sport.slip.left", { left: money(each.unspentCents) })}`;
}

function shownStake(
  t: T,
  facts: { readonly typed: string; readonly isActive: boolean; readonly currency: string },
): string {
  const { typed, isActive, currency } = facts;
  if (isActive) return typedMoney(t, typed, currency);
  return typed === "" ? "" : formatMoney(centsOfTyped(typed), currency, t.language);
}

function errorOf(t: T, bet: SportBet, each: SlipBet): string | undefined {
  if (each.obstacle === null || bet.slip.stakes[each.id] === undefined) return undefined;
  if (each.obstacle.code === "bet.amount_invalid") return t("sport.slip.tooLittle");
  return t.find(`refusal.${each.obstacle.code}`);
}
