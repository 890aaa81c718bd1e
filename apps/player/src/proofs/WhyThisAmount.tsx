import type { ReactNode } from "react";
import type { OrderDetail } from "../api/orders.ts";
import { useWallet } from "../api/wallet.ts";
import { useT } from "../core/lang.ts";
import { addUp } from "./check-steps.ts";
import { ProofOfBet } from "./ProofOfBet.tsx";
import { StepList } from "./StepList.tsx";
import { wordStep } from "./step-words.ts";

/** Why a settled bet was paid what it was, and that it was in the frozen pool. */
export function WhyThisAmount({ order }: { readonly order: OrderDetail }): ReactNode {
  return (
    <>
      {order.explain.length > 0 && <Steps order={order} />}
      <ProofOfBet order={order} />
    </>
  );
}

function Steps({ order }: { readonly order: OrderDetail }): ReactNode {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
  const steps = order.explain.slice(0, -1).map((step) => wordStep(step, { t, currency }));
  const isSound = addUp(order.explain, order.payout_cents);
  return <StepList steps={steps} isSound={isSound} order={order} currency={currency} />;
}
