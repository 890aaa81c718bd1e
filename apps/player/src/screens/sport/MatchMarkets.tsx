import { lineText, marketName } from "@club/i18n";
import type { SportEvent, SportMarket } from "@club/contract";
import { EmptyState, MarketGroup, MarketLines, MarketOdds } from "@club/ui";
import { memo, useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { useMarket } from "../../api/sport-markets.ts";
import { groupsOf, mainLineOf, opensAtFirst, type MarketKind } from "./market-groups.ts";
import { OutcomeButton } from "./OutcomeButton.tsx";

/** All markets of a match, one foldable part per kind; a kind with lines shows one at a time. */
export function MatchMarkets({ event }: { readonly event: SportEvent }): ReactNode {
  const t = useT();
  const groups = groupsOf(event.markets);
  if (groups.length === 0) return <EmptyState title={t("sport.noPrices")} />;
  return groups.map((group, index) => (
    <Kind
      key={group.type}
      event={event}
      group={group}
      isOpenAtFirst={opensAtFirst(groups, index)}
    />
  ));
}

function Kind(props: {
  readonly event: SportEvent;
  readonly group: MarketKind;
  readonly isOpenAtFirst: boolean;
}): ReactNode {
  const t = useT();
  const { event, group } = props;
  const [isOpen, setIsOpen] = useState(props.isOpenAtFirst);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const market =
    group.markets.find(({ market_id }) => market_id === chosen) ?? mainLineOf(group.markets);
  const now = useMarket(market);
  const hasLines = group.markets.length > 1;
  return (
    <MarketGroup
      title={marketName(t, group.type, event.sport)}
      line={market.line === null ? undefined : lineText(t, market)}
      state={now.status === "open" ? undefined : t(`sport.status.${now.status}`)}
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {hasLines && (
        <MarketLines
          label={t("sport.lines")}
          lines={group.markets.map((each) => ({ id: each.market_id, label: lineText(t, each) }))}
          selectedId={market.market_id}
          onSelect={setChosen}
        />
      )}
      <Outcomes key={market.market_id} event={event} market={market} />
    </MarketGroup>
  );
}

const Outcomes = memo(function Outcomes(props: {
  readonly event: SportEvent;
  readonly market: SportMarket;
}): ReactNode {
  const market = useMarket(props.market);
  return (
    <MarketOdds count={market.outcomes.length}>
      {market.outcomes.map((outcome) => (
        <OutcomeButton
          key={outcome.outcome_id}
          event={props.event}
          market={market}
          outcome={outcome}
          named
        />
      ))}
    </MarketOdds>
  );
});
