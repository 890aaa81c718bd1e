import type { DeskEvent, DeskMarket } from "@club/contract";
import { outcomeName } from "@club/i18n";
import { ConsoleButton, SportBook, SportBookBar } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { useMoney } from "../book/money.ts";
import type { PriceDraft } from "./use-price-draft.ts";

interface Props {
  readonly event: DeskEvent;
  readonly market: DeskMarket;
  readonly outcome: DeskMarket["outcomes"][number];
  /** Its share of the market's largest book. */
  readonly share: number;
  readonly draft: PriceDraft;
  readonly disabled: boolean;
}

/** One outcome: odds with a step down and up, what is staked on it, what the club makes of it. */
export function OutcomeLine(props: Props): ReactNode {
  const t = useT();
  const money = useMoney();
  const { outcome } = props;
  return (
    <li>
      <Odds {...props} />
      <div className="sport-outcome-facts">
        <span>
          {t("desk.staked", {
            stakes: money.full(outcome.stakes_cents),
            pays: money.full(outcome.pays_cents),
          })}
        </span>
        <SportBook cents={outcome.book_cents} text={money.signed(outcome.book_cents)} />
      </div>
      <SportBookBar share={props.share} />
    </li>
  );
}

function Odds({ event, market, outcome, draft, disabled }: Props): ReactNode {
  const t = useT();
  const name = outcomeName(t, event, { market, outcome });
  const id = outcome.outcome_id;
  const keys: Readonly<Record<string, () => void>> = {
    Enter: draft.save,
    Escape: draft.reset,
    ArrowUp: () => draft.step(id, 1),
    ArrowDown: () => draft.step(id, -1),
  };
  return (
    <div className="sport-outcome-line">
      <b>{name}</b>
      {!disabled && (
        <ConsoleButton
          icon="minus"
          label={t("desk.shorter", { name })}
          onPress={() => draft.step(id, -1)}
        />
      )}
      <input
        aria-label={t("desk.oddsOf", { name })}
        inputMode="decimal"
        disabled={disabled}
        value={draft.textOf(id)}
        data-changed={draft.isChangedAt(id) || undefined}
        aria-invalid={draft.isWrongAt(id) || undefined}
        onChange={({ target }) => draft.type(id, target.value)}
        onKeyDown={({ key }) => keys[key]?.()}
      />
      {!disabled && (
        <ConsoleButton
          icon="add"
          label={t("desk.longer", { name })}
          onPress={() => draft.step(id, 1)}
        />
      )}
    </div>
  );
}
