import { formatMoney } from "@club/i18n";
import { Notice, SportOrderLegs, SportProgress } from "@club/ui";
import type { ReactNode } from "react";
import { useSportOrder, type SportOrderDetail } from "../api/sport.ts";
import { useT, type T } from "../core/lang.ts";
import { useOddsText } from "../core/odds-format.ts";
import { pathOf } from "../core/routes.ts";
import { SportWhy } from "../proofs/SportWhy.tsx";
import { Fact, OrderSheet, type OrderParts } from "./OrderSheet.tsx";
import { canBetAgain, sameAgain } from "./sport-same-again.ts";
import {
  legOfOrder,
  progressOf,
  stateOfLeg,
  ticketLegsOf,
  viewOfSportOrder,
} from "./sport-order.ts";

/** One bet on sports, with its legs and the lines that paid. */
export function SportOrderSheet(props: {
  readonly orderId: string | undefined;
  readonly onClose: () => void;
  readonly hasAddress?: boolean | undefined;
}): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const query = useSportOrder(props.orderId);
  const partsOf = (order: SportOrderDetail, currency: string): OrderParts<SportOrderDetail> => ({
    view: viewOfSportOrder(t, order, currency),
    beforeReceipt: (
      <>
        <Legs order={order} />
        <SportWhy order={order} />
      </>
    ),
    facts: (
      <Fact label={t("sport.placed.most")}>
        {formatMoney(order.max_payout_cents, currency, t.language)}
      </Fact>
    ),
    stepTitle: ({ key }) => t.find(`sport.step.${key}`),
    ticket: ticketLegsOf(t, order, oddsText),
    again: canBetAgain(order) ? () => sameAgain(t, order) : undefined,
    ...placeOf(t, order),
  });
  return <OrderSheet {...props} query={query} partsOf={partsOf} />;
}

/** For a single, its match; a bet of several has no one place. */
function placeOf(t: T, { legs }: SportOrderDetail): Pick<OrderParts<SportOrderDetail>, "place"> {
  const [leg] = legs;
  if (legs.length !== 1 || leg === undefined) return {};
  const path = pathOf("sportDetail", { event: leg.event_id });
  return { place: { icon: "ball", label: t("sport.orders.toMatch"), path } };
}

function Legs({ order }: { readonly order: SportOrderDetail }): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const progress = progressOf(t, order.legs);
  return (
    <>
      {order.void_reason !== null && (
        <div className="pad">
          <Notice tone="firm" title={t("orders.step.void")}>
            <p>{order.void_reason}</p>
          </Notice>
        </div>
      )}
      <div className="order-facts sport-order-legs">
        <SportOrderLegs
          label={t("sport.slip.legs")}
          legs={order.legs.map((leg) => legOfOrder(t, leg, oddsText))}
        />
        {progress !== undefined && (
          <SportProgress states={order.legs.map(stateOfLeg)} text={progress} />
        )}
      </div>
    </>
  );
}
