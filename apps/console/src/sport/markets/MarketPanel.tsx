import type { DeskEvent, DeskMarket } from "@club/contract";
import { formatPercent, marketWithLine } from "@club/i18n";
import { ConsoleButton, Panel, Tag } from "@club/ui/console";
import type { ReactNode } from "react";
import { resumeMarket, suspendMarket } from "../../api/sport.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { hasMargin, MarketTools } from "./MarketTools.tsx";
import { OutcomeLine } from "./OutcomeLine.tsx";
import { usePriceDraft, type PriceDraft } from "./use-price-draft.ts";

interface Props {
  readonly event: DeskEvent;
  readonly market: DeskMarket;
  /** Names the event where nothing else does. */
  readonly title?: string;
  readonly withTools?: boolean;
}

/** One market: odds to change by hand, the book behind each, its state. */
export function MarketPanel(props: Props): ReactNode {
  const t = useT();
  const { event, market, title } = props;
  const draft = usePriceDraft(market);
  const mayTrade = useMay("POST /api/operator/sports/markets/:market_id/price");
  const isOpen = mayTrade && (market.status === "open" || market.status === "suspended");
  const name = marketWithLine(t, market, event.sport);
  const margin = formatPercent(draft.marginBps / 10_000, t.language);
  // In a double chance two of three outcomes win, so its odds do not add up to a margin.
  const facts = hasMargin(market)
    ? t("desk.marketFacts", { margin, version: market.version })
    : t("desk.version", { version: market.version });
  return (
    <Panel
      title={title ?? name}
      meta={title === undefined ? facts : undefined}
      end={
        <Tag tone={market.status === "open" ? "turf" : "brass"}>
          {t(`sport.status.${market.status}`)}
        </Tag>
      }
    >
      {title !== undefined && <p className="quiet">{`${name} · ${facts}`}</p>}
      <Outcomes event={event} market={market} draft={draft} disabled={!isOpen} />
      <ErrorNotice text={draft.act.error} />
      {isOpen && <MarketFoot market={market} draft={draft} />}
      {isOpen && props.withTools === true && <MarketTools market={market} draft={draft} />}
    </Panel>
  );
}

function Outcomes(
  props: Pick<Props, "event" | "market"> & {
    readonly draft: PriceDraft;
    readonly disabled: boolean;
  },
): ReactNode {
  const { market } = props;
  const largest = Math.max(1, ...market.outcomes.map(({ book_cents }) => Math.abs(book_cents)));
  return (
    <ul className="sport-outcomes">
      {market.outcomes.map((outcome) => (
        <OutcomeLine
          key={outcome.outcome_id}
          {...props}
          outcome={outcome}
          share={outcome.book_cents / largest}
        />
      ))}
    </ul>
  );
}

function MarketFoot(props: { readonly market: DeskMarket; readonly draft: PriceDraft }): ReactNode {
  const t = useT();
  const { market, draft } = props;
  const isOpen = market.status === "open";
  const turn = isOpen ? suspendMarket : resumeMarket;
  const toggle = useAct(async () => await turn({ market_id: market.market_id }), { toast: true });
  return (
    <div className="sport-market-foot">
      <ConsoleButton
        kind="primary"
        keyCap="⏎"
        busy={draft.act.busy}
        reason={draft.reason}
        onPress={draft.save}
      >
        {t("desk.savePrices")}
      </ConsoleButton>
      {draft.isChanged && <ConsoleButton onPress={draft.reset}>{t("act.undo")}</ConsoleButton>}
      <ConsoleButton
        kind={isOpen ? "danger" : "line"}
        icon={isOpen ? "pause" : "play"}
        busy={toggle.busy}
        onPress={() => void toggle.run()}
      >
        {t(isOpen ? "desk.suspendMarket" : "desk.resumeMarket")}
      </ConsoleButton>
    </div>
  );
}
