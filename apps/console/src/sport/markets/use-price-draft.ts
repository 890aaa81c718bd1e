import type { DeskMarket } from "@club/contract";
import { LEAST_ODDS_MILLI, marginBps, MOST_ODDS_MILLI, withMargin } from "@club/domain";
import { readOdds } from "@club/i18n";
import { useState } from "react";
import { setPrices } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { stepOdds } from "./price-steps.ts";

type Typed = Readonly<Record<string, string>>;

/** The typed odds of a market beside the current ones. */
function readDraft(market: DeskMarket, typed: Typed) {
  const now = (id: string) =>
    market.outcomes.find(({ outcome_id }) => outcome_id === id)?.odds_milli ?? LEAST_ODDS_MILLI;
  const read = (id: string) => {
    const text = typed[id];
    return text === undefined ? now(id) : readOdds(text, "decimal");
  };
  const ids = market.outcomes.map(({ outcome_id }) => outcome_id);
  const isWrongAt = (id: string) => !isOdds(read(id));
  const isChangedAt = (id: string) => typed[id] !== undefined && read(id) !== now(id);
  return {
    ids,
    /** The typed text if it is odds, else the current odds. */
    oddsOf: (id: string) => read(id) ?? now(id),
    isWrongAt,
    isChangedAt,
    isWrong: ids.some((id) => isWrongAt(id)),
    changed: ids.filter((id) => isChangedAt(id)),
    textOf: (id: string) => typed[id] ?? textOfOdds(now(id)),
  };
}

/**
 * The typed odds of a market. Nothing is sent before it is saved, and only if the market has not
 * moved since.
 */
export function usePriceDraft(market: DeskMarket) {
  const t = useT();
  const [typed, setTyped] = useState<Typed>({});
  const draft = readDraft(market, typed);
  const { ids, changed, isWrong, oddsOf } = draft;
  const act = useAct(async () => {
    const outcomes = changed.map((id) => ({ outcome_id: id, odds_milli: oddsOf(id) }));
    const { market_id, version } = market;
    await setPrices({ market_id, version, outcomes });
    setTyped({});
  });
  const noChange = changed.length === 0 ? t("desk.noChange") : undefined;
  const reason = isWrong ? t("desk.wrongOdds") : noChange;
  return {
    ...draft,
    act,
    reason,
    isChanged: changed.length > 0 || isWrong,
    type: (id: string, text: string) => setTyped({ ...typed, [id]: text }),
    step: (id: string, way: 1 | -1) =>
      setTyped({ ...typed, [id]: textOfOdds(stepOdds(oddsOf(id), way)) }),
    save: () => {
      if (reason === undefined) void act.run();
    },
    reset: () => {
      act.clear();
      setTyped({});
    },
    /** The margin of the typed odds. */
    marginBps: isWrong ? market.margin_bps : marginBps(ids.map(oddsOf)),
    /** The same chances with another margin, as a draft. */
    setMargin: (bps: number) => {
      const odds = withMargin(ids.map(oddsOf), bps).map(textOfOdds);
      setTyped(Object.fromEntries(ids.map((id, index) => [id, odds[index] ?? ""])));
    },
  };
}

export type PriceDraft = ReturnType<typeof usePriceDraft>;

function isOdds(oddsMilli: number | undefined): boolean {
  return oddsMilli !== undefined && oddsMilli >= LEAST_ODDS_MILLI && oddsMilli <= MOST_ODDS_MILLI;
}

/** Odds as text: at least two decimals, a third where it counts. */
export function textOfOdds(oddsMilli: number): string {
  return (oddsMilli / 1000).toFixed(oddsMilli % 10 === 0 ? 2 : 3);
}
