import { formatMoney } from "@club/i18n";
import { Notice, SelectionLine, Tag } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import type { WordedStep } from "./step-words.ts";
import "./check.css";

/** The steps of a settled bet from what was staked to what was paid, and their sum. */
export function StepList(props: {
  readonly steps: readonly WordedStep[];
  /** Whether this phone got the same result by computing the steps again. */
  readonly isSound: boolean;
  readonly order: { readonly payout_cents: number; readonly refund_cents: number };
  readonly currency: string;
  /** "Leg 2", where each leg has steps of its own. */
  readonly leg?: string | undefined;
}): ReactNode {
  const t = useT();
  const { steps, isSound, order, currency, leg } = props;
  const title = leg === undefined ? t("why.title") : `${leg} · ${t("why.title")}`;
  const isBack = order.payout_cents === 0 && order.refund_cents > 0;
  const sum = isBack ? order.refund_cents : order.payout_cents;
  return (
    <section className="why" aria-label={title}>
      <div className="why-head">
        <h3>{title}</h3>
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
                {cloths.length > 0 && <SelectionLine parts={cloths} />}
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
