import type { SportOrder } from "@club/contract";
import { formatTime } from "@club/i18n";
import { OrderCard, SportOrderLegs, SportProgress, type TapTarget } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { useOddsText } from "../core/odds-format.ts";
import { clubZone } from "../core/club-zone.ts";
import { legOfOrder, progressOf, stateOfLeg, viewOfSportOrder } from "./sport-order.ts";

/** One bet on sports in a list. */
export function SportOrderCard(
  props: TapTarget & { readonly order: SportOrder; readonly currency: string },
): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const { order, currency, href, onPress } = props;
  const view = viewOfSportOrder(t, order, currency);
  const progress = progressOf(t, order.legs);
  const time = formatTime(order.accepted_at, clubZone(), t.language);
  return (
    <OrderCard {...view} meta={`${view.on} · ${time}`} href={href} onPress={onPress}>
      <SportOrderLegs
        label={t("sport.slip.legs")}
        legs={shownLegs(order).map((leg) => legOfOrder(t, leg, oddsText))}
        more={
          order.legs.length > MOST_LEGS
            ? t("sport.orders.more", { n: order.legs.length - SHOWN_LEGS })
            : undefined
        }
      />
      {progress !== undefined && (
        <SportProgress states={order.legs.map(stateOfLeg)} text={progress} />
      )}
    </OrderCard>
  );
}

/** A card of twelve legs would fill a screen: the others are on its sheet. */
const MOST_LEGS = 6;
const SHOWN_LEGS = 5;

/** Legs in play or lost first, since they decide; then in the order of the bet. */
function shownLegs({ legs }: SportOrder): SportOrder["legs"] {
  if (legs.length <= MOST_LEGS) return legs;
  const rank = ({ status, is_live }: SportOrder["legs"][number]) =>
    status === "lost" ? 0 : is_live && status === "open" ? 1 : status === "open" ? 2 : 3;
  return legs.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_LEGS);
}
