import { formatMoney } from "@club/i18n";
import { Notice, SelectionLine, Tag } from "@club/ui";
import type { ReactNode } from "react";
import type { OrderDetail } from "../../api/orders.ts";
import { useWallet } from "../../api/wallet.ts";
import { useT } from "../../lang.ts";
import { addUp } from "./check-steps.ts";
import { ProofOfBet } from "./ProofOfBet.tsx";
import { wordStep } from "./step-words.ts";
import "./check.css";

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
  const isBack = order.payout_cents === 0 && order.refund_cents > 0;
  const sum = isBack ? order.refund_cents : order.payout_cents;
  return (
    <section className="why" aria-label={t("why.title")}>
      <div className="why-head">
        <h3>{t("why.title")}</h3>
        {isSound && (
          <Tag tone="turf" icon="shield">
            {t("why.checked")}
          </Tag>
        )}
      </div>
      {!isSound && <Notice tone="loss">{t("why.wrong")}</Notice>}
      <ol className="why-steps">
        {steps.map(({ title, cloths, note, amount }, index) => (
          <li key={index}>
            <span className="fig mute">{index + 1}</span>
            <span className="why-text">
              <span className="why-title">
                {cloths.length > 0 && (
                  <SelectionLine parts={cloths.map((number) => ({ number }))} />
                )}
                {title}
              </span>
              {note !== undefined && <span className="mute">{note}</span>}
            </span>
            {amount !== undefined && <b className="fig">{amount}</b>}
          </li>
        ))}
      </ol>
      <p className="why-sum">
        <b>{t(isBack ? "why.back" : "why.paid")}</b>
        <b className="fig turf">{formatMoney(sum, currency, t.language)}</b>
      </p>
    </section>
  );
}
