import { LegList, Notice } from "@club/ui";
import type { ReactNode } from "react";
import type { OrderDetail } from "../api/orders.ts";
import { useT } from "../core/lang.ts";
import { WhyThisAmount } from "../proofs/WhyThisAmount.tsx";
import { useRaces } from "../slip/race/multi-pools.ts";
import { betsOfAllUp, lineOfLeg, whyCash } from "./all-up.ts";

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

/** Each leg explained and proven as the bet that it is. */
export function AllUpWhy({ order }: { readonly order: OrderDetail }): ReactNode {
  const t = useT();
  return betsOfAllUp(order).map((bet, at) => (
    <WhyThisAmount key={bet.order_id} order={bet} leg={t("allUp.leg", { n: at + 1 })} />
  ));
}
