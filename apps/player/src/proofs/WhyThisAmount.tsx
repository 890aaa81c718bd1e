import type { ReactNode } from "react";
import type { OrderDetail } from "../api/orders.ts";
import { useCurrency } from "../api/wallet.ts";
import { useT } from "../core/lang.ts";
import { ProofOfBet } from "./ProofOfBet.tsx";
import { StepList } from "./StepList.tsx";
import { addUp } from "./add-up.ts";
import { wordStep } from "./step-words.ts";

/** Why a settled bet was paid what it was, and that it was in the frozen pool. */
export function WhyThisAmount(props: Props): ReactNode {
  return (
    <>
      {props.order.explain.length > 0 && <Steps {...props} />}
      <ProofOfBet {...props} />
    </>
  );
}

interface Props {
  readonly order: OrderDetail;
  /** "Leg 2" of an All Up, whose legs are bets of their own. */
  readonly leg?: string | undefined;
}

function Steps({ order, leg }: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const steps = order.explain.slice(0, -1).map((step) => wordStep(step, { t, currency }));
  const isSound = addUp(order.explain, order);
  return <StepList {...{ steps, isSound, order, currency, leg }} />;
}
