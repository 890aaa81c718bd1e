import type { DeskEvent } from "@club/contract";
import { formatTimeSeconds, outcomeName } from "@club/i18n";
import { Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { useOffers, type Offer } from "../../api/sport-book.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { useMoney } from "./money.ts";

/** Bets that a limit cut: what was wanted, what was offered, and whether it was taken. */
export function Offers({ event }: { readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const query = useOffers(event.event_id);
  return (
    <Panel title={t("book.offers")} meta={t("book.offersMeta")}>
      <Listing query={query} rows={3}>
        {(offers) =>
          offers.length === 0 ? (
            <PanelState state="empty" title={t("book.noOffers")} />
          ) : (
            <ul className="sport-offers">
              {offers.map((offer) => (
                <OfferLine key={offer.offer_id} offer={offer} event={event} />
              ))}
            </ul>
          )
        }
      </Listing>
    </Panel>
  );
}

function OfferLine(props: { readonly offer: Offer; readonly event: DeskEvent }): ReactNode {
  const t = useT();
  const { plain } = useMoney();
  const { offer, event } = props;
  const { lines, asked_cents, offered_cents, taken_cents } = offer;
  const took = taken_cents === null ? undefined : plain(taken_cents * lines);
  const offered = plain(offered_cents * lines);
  const on = onText(t, offer, event);
  return (
    <li>
      <p>
        <span className="fig mute">{formatTimeSeconds(offer.at, clubZone(), t.language)}</span>
        <b className="sport-offer-name">{offer.user_name}</b>
        <b className={took === undefined ? "mute" : "turf"}>
          {took === undefined ? t("book.declined") : t("book.took", { amount: took })}
        </b>
      </p>
      <p className="mute">
        <span className="sport-offer-name" title={on}>
          {on}
        </span>
        <span>{t("book.wanted", { asked: plain(asked_cents * lines), offered })}</span>
      </p>
    </li>
  );
}

/** The pick, and whose limit it was: "Ellerby Town · market limit". */
function onText(t: T, offer: Offer, event: DeskEvent): string {
  const [outcome] = offer.outcomes;
  const market = event.markets.find(({ market_id }) => market_id === outcome?.market_id);
  const name =
    outcome === undefined || market === undefined
      ? undefined
      : outcomeName(t, event, { market, outcome });
  const kind = offer.kind === "single" ? undefined : t(`sport.kind.${offer.kind}`);
  return [name, kind, t(`book.scope.${offer.scope}`)].filter(Boolean).join(" · ");
}
