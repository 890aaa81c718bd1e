import { ALL_UP_INDEX } from "@club/domain";
import { LegList, Notice } from "@club/ui";
import { Fragment, type ReactNode } from "react";
import type { OrderDetail } from "../api/orders.ts";
import { useT } from "../core/lang.ts";
import { WhyThisAmount } from "../proofs/WhyThisAmount.tsx";
import { useRaces } from "../slip/race/multi-pools.ts";
import { betsOfAllUp, lineOfLeg, whyCash } from "./all-up.ts";
import { Fact, Receipt } from "./OrderSheet.tsx";

/** The legs of an All Up, what went from one to the next, and why its money did not go on. */
export function AllUpLegs(props: {
  readonly order: OrderDetail;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { order, currency } = props;
  const legs = order.legs ?? [];
  const { races } = useRaces(legs.map(({ race_id }) => race_id));
  const why = whyCash(t, legs);
  return (
    <section className="order-facts order-legs" aria-label={t("orders.legs")}>
      <LegList
        label={t("allUp.legs")}
        legs={legs.map((leg, at) => lineOfLeg(t, { leg, currency, race: races[at] }))}
      />
      {why !== undefined && <Notice tone="firm">{why}</Notice>}
    </section>
  );
}

/** The receipt of each leg, with the All Up that it belongs to; explained and proven as the bet that it is. */
export function AllUpWhy({ order }: { readonly order: OrderDetail }): ReactNode {
  const t = useT();
  const of = order.legs?.length ?? 0;
  return betsOfAllUp(order).map((bet, at) => {
    const leg = t("allUp.legOf", { n: at + 1, of });
    return (
      <Fragment key={bet.order_id}>
        <section className="order-facts" aria-label={`${leg} · ${t("placed.receipt")}`}>
          <Fact label={leg}>{`${t(`betType.${ALL_UP_INDEX}`)} ${order.receipt_no}`}</Fact>
          <Receipt order={bet} />
        </section>
        <WhyThisAmount order={bet} leg={leg} />
      </Fragment>
    );
  });
}
