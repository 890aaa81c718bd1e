import type { DeskEvent } from "@club/contract";
import { eventName, formatDateTime, formatTimeSeconds, sportName } from "@club/i18n";
import { Countdown } from "@club/ui";
import { Panel, PanelState } from "@club/ui/console";
import { useEffect, useRef, type ReactNode } from "react";
import { useDeskEvent } from "../../api/sport.ts";
import { useIdOfPath, useQueryOfAddress } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { PendingPage } from "../../shell/Listing.tsx";
import { BookPlot } from "../book/BookPlot.tsx";
import { LargestBets } from "../book/LargestBets.tsx";
import { Offers } from "../book/Offers.tsx";
import { MarketPanel } from "../markets/MarketPanel.tsx";
import { SportResultPanel } from "../results/SportResultPanel.tsx";
import { AddMarket } from "./AddMarket.tsx";
import { EventActs } from "./EventActs.tsx";
import { EventLimit } from "./EventLimit.tsx";
import { EventNames } from "./EventNames.tsx";
import { EventTag } from "./EventTag.tsx";
import { LiveScore } from "./LiveScore.tsx";

/** One event, draft to settled: markets and prices, result, dry run, settling. Route: /sport/:id */
export function SportEventPage(): ReactNode {
  const t = useT();
  const query = useDeskEvent(useIdOfPath());
  const { data: event } = query;
  if (event !== undefined) return <EventView key={event.event_id} event={event} />;
  return <PendingPage title={t("route.sport")} query={query} />;
}

const OVER: readonly string[] = ["closed", "final", "settled", "void"];

function EventView({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const isAtResult = useQueryOfAddress().get("at") === "result";
  const result = useRef<HTMLInputElement>(null);
  const [first] = event.markets;
  useEffect(() => {
    if (isAtResult) result.current?.focus();
  }, [isAtResult]);
  return (
    <ConsoleFrame
      title={eventName(t, event)}
      meta={metaOf(t, event)}
      headEnd={
        <span className="sport-head-acts">
          {event.status === "open" && <Countdown at={Date.parse(event.start_time)} />}
          <EventTag event={event} />
        </span>
      }
      act={<EventActs event={event} onResult={() => result.current?.focus()} />}
    >
      <div className="sport-columns">
        <div className="rows">
          <Markets event={event} />
          {first !== undefined && <BookPlot event={event} market={first} />}
        </div>
        <div className="rows">
          <SportResultPanel event={event} fieldRef={result} />
          {event.status === "closed" && <LiveScore event={event} />}
          <LargestBets eventId={event.event_id} withAct />
          <Offers event={event} />
          {!OVER.includes(event.status) && <EventLimit event={event} />}
          <EventNames event={event} />
          <Log event={event} />
        </div>
      </div>
    </ConsoleFrame>
  );
}

function Markets({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  return (
    <div className="sport-markets">
      {event.markets.length === 0 && (
        <Panel label={t("desk.markets")}>
          <PanelState state="empty" title={t("desk.noMarkets")} />
        </Panel>
      )}
      {event.markets.map((market) => (
        <MarketPanel key={market.market_id} event={event} market={market} withTools />
      ))}
      {!OVER.includes(event.status) && <AddMarket event={event} />}
    </div>
  );
}

function metaOf(t: T, event: DeskEvent): string {
  const start = formatDateTime(event.start_time, clubZone(), t.language);
  return [
    sportName(t, event.sport),
    event.competition,
    t("desk.starts", { time: start }),
    t("desk.source", { source: event.source }),
    t("desk.bets", { n: event.bets }),
  ].join(" · ");
}

/** Who did what, newest first. */
function Log({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  if (event.log.length === 0) return null;
  return (
    <Panel title={t("desk.log")}>
      <div className="race-log">
        <dl>
          {event.log.map((line) => (
            <div key={`${line.at} ${line.action}`}>
              <dt className="fig">{formatTimeSeconds(line.at, clubZone(), t.language)}</dt>
              <dd>
                {[
                  t.find(`book.log.${line.action}`) ?? line.action,
                  line.operator ?? t("desk.clock"),
                  line.reason,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
