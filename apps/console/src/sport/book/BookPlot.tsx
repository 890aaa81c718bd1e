import type { DeskEvent, DeskMarket } from "@club/contract";
import { formatOdds, formatTime, marketWithLine, outcomeName } from "@club/i18n";
import { BookLines, Panel, Segmented } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useMarketHistory } from "../../api/sport-book.ts";
import { useT } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { plotLines, PLOTS, type Plot } from "./book-plot.ts";
import { useMoney } from "./money.ts";

/** A market's last hour: what it brought and cost, its odds, its stakes. */
export function BookPlot(props: {
  readonly event: DeskEvent;
  readonly market: DeskMarket;
  /** Names the event where nothing else does. */
  readonly title?: string;
}): ReactNode {
  const t = useT();
  const money = useMoney();
  const { event, market, title } = props;
  const query = useMarketHistory(market.market_id);
  const [plot, setPlot] = useState<Plot>("book");
  const valueText = { book: money.round, odds: formatOdds, stakes: money.whole }[plot];
  const name = marketWithLine(t, market, event.sport);
  const lastHour = t("book.lastHour", { market: name });
  return (
    <Panel
      title={title ?? lastHour}
      label={title === undefined ? lastHour : `${title}, ${lastHour}`}
      meta={title === undefined ? undefined : lastHour}
      end={
        <Segmented<Plot>
          label={t("book.plot")}
          value={plot}
          onChange={setPlot}
          options={PLOTS.map((id) => ({ id, label: t(`book.plot.${id}`) }))}
        />
      }
    >
      <Listing query={query} rows={6}>
        {(history) => {
          const lines = plotLines(history, market, plot).map((line) => {
            const last = valueText(line.points.at(-1)?.y ?? 0);
            const outcome = outcomeName(t, event, { market, outcome: line });
            return { ...line, label: `${last} ${outcome}` };
          });
          const ends = lines.map(({ label }) => label).join(", ");
          return (
            <BookLines
              label={t("book.plotLabel", { plot: t(`book.plot.${plot}`), market: name, ends })}
              lines={lines}
              hasZero={plot !== "odds"}
              xLabel={(x) => formatTime(x, clubZone(), t.language)}
              yLabel={valueText}
            />
          );
        }}
      </Listing>
    </Panel>
  );
}
