import { SelectionLine } from "@club/ui";
import type { ReactNode } from "react";
import { useOrder, type OrderDetail } from "../api/orders.ts";
import { useT, type T } from "../core/lang.ts";
import { pathOf } from "../core/routes.ts";
import { WhyThisAmount } from "../proofs/WhyThisAmount.tsx";
import { clothsOf } from "../slip/race/ticket-cloths.ts";
import { AllUpLegs, AllUpWhy } from "./AllUpParts.tsx";
import { OrderLegs } from "./OrderLegs.tsx";
import { OrderSheet, type OrderParts } from "./OrderSheet.tsx";
import { runnerOfLeg, selectionOfOrder, viewOfOrder, whyBackOfOrder } from "./race-order.ts";
import { canBetAgain, sameAgain } from "./same-again.ts";

/** One bet on a race. */
export function RaceOrderSheet(props: {
  readonly orderId: string | undefined;
  readonly onClose: () => void;
  readonly hasAddress?: boolean | undefined;
}): ReactNode {
  const t = useT();
  const query = useOrder(props.orderId);
  return <OrderSheet {...props} query={query} partsOf={(...order) => partsOf(t, ...order)} />;
}

function partsOf(t: T, order: OrderDetail, currency: string): OrderParts<OrderDetail> {
  const selection = selectionOfOrder(t, order);
  const why = whyBackOfOrder(t, order, "long");
  return {
    view: viewOfOrder(t, order, currency),
    selection: (
      <>
        <SelectionLine parts={selection} size="medium" />
        {why !== undefined && <p className="mute">{why}</p>}
      </>
    ),
    ...(order.legs
      ? {
          beforeReceipt: <AllUpLegs order={order} currency={currency} />,
          afterReceipt: <AllUpWhy order={order} />,
        }
      : { afterReceipt: <WhyThisAmount order={order} /> }),
    ...(order.multi_pool && {
      beforeReceipt: <OrderLegs order={order} currency={currency} />,
    }),
    stepTitle: () => undefined,
    stepNote: (step) => (order.legs ? legOfStep(t, step) : whyOfStep(t, step)),
    place: {
      icon: "races",
      label: t("orders.toRace"),
      path: pathOf("detail", { race: order.race_id }),
    },
    ticket: clothsOf(selection),
    again: canBetAgain(order) ? () => void sameAgain(t, order) : undefined,
  };
}

/** Of an All Up every step is of a leg. */
function legOfStep(t: T, step: OrderDetail["time_line"][number]): string {
  const leg = step.leg === null ? "" : t("allUp.leg", { n: step.leg });
  return [leg, whyOfStep(t, { ...step, leg: null })].filter((note) => note !== "").join(" · ");
}

/** Why money came back at this moment: "5 Northern Tide scratched". */
function whyOfStep(t: T, step: OrderDetail["time_line"][number]): string {
  const { reason, runner, runner_name: name, leg } = step;
  if (reason === null) return "";
  if (reason !== "scratched") return t(`orders.why.${reason}`);
  const n = [runner, name].filter((part) => part !== null).join(" ");
  return t("orders.why.scratched", { runners: runnerOfLeg(t, n, leg ?? 1) });
}
