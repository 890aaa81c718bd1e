import type { ReactNode } from "react";
import type { OrderDetail } from "../api/orders.ts";
import { useCurrency } from "../api/wallet.ts";
import { useT } from "../core/lang.ts";
import { ProofOfBet } from "./ProofOfBet.tsx";
import { StepList } from "./StepList.tsx";
import { wordStep } from "./step-words.ts";
import type { WireStep } from "@club/contract";
import { payCombination } from "@club/domain";

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
  const isSound = addUp(order.explain, order.payout_cents);
  return <StepList {...{ steps, isSound, order, currency, leg }} />;
}

/** Whether the steps lead to the amount: each line computed again, their sum, and the last step. */
export function addUp(steps: readonly WireStep[], payoutCents: number): boolean {
  let sum = 0n;
  for (const { key, params, amount_cents } of steps) {
    if (key !== "line") continue;
    const unit = BigInt(Number(params["unit_stake_cents"]));
    const dividend = BigInt(Number(params["dividend_cents"]));
    const paid = BigInt(Number(params["count"])) * payCombination(unit, dividend);
    if (paid !== BigInt(amount_cents ?? -1)) return false;
    sum += paid;
  }
  const last = steps.at(-1);
  return last?.key === "payout" && last.amount_cents === payoutCents && sum === BigInt(payoutCents);
}
