import type { PlayerLimit } from "@club/contract";
import { formatMoney, readAmount } from "@club/i18n";
import {
  Button,
  centsOfTyped,
  Keypad,
  Notice,
  pressKey,
  Segmented,
  Sheet,
  showToast,
  StakeField,
  typedOfCents,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { useSetLimits } from "../../api/limits.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { errorText, typedMoney } from "../../core/texts.ts";

const KINDS = ["deposit", "stake", "loss"] as const;
const PERIODS = ["day", "week", "month"] as const;
/** The most that is quoted of a pasted text that is no amount. */
const MOST_SAID = 24;
type Kind = (typeof KINDS)[number];
type Period = (typeof PERIODS)[number];

interface Props {
  readonly limits: readonly PlayerLimit[];
  readonly onClose: () => void;
}

/** One limit, set or changed: what, for how long, how much. No amount is proposed. */
export function LimitForm(props: Props): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const form = useLimitForm(props);
  const { typed, save, current } = form;
  const money = (amount: number) => formatMoney(amount, currency, t.language);
  const keypad = (
    <Keypad
      label={t("slip.keypad")}
      onKey={(key) => form.setTyped(pressKey(typed, key))}
      onPaste={form.paste}
      act={{
        label: t("act.save"),
        money: typed === "" ? undefined : money(form.cents),
        disabled: typed === "" || save.isPending,
        onPress: () => form.set(form.cents),
      }}
    />
  );
  const now = t("protection.nowIs", {
    amount: current === null ? t("protection.noLimit") : money(current),
  });
  return (
    <Sheet open onClose={props.onClose} title={t("protection.set")} foot={keypad}>
      <div className="form">
        <WhatChoice {...form} />
        <StakeField
          label={t("protection.amount")}
          layout="side"
          active
          value={typedMoney(t, typed, currency)}
          placeholder={formatMoney(0, currency, t.language, { decimals: "whole" })}
          onPress={() => undefined}
        />
        <p className="mute">
          {now} · {t("protection.how")}
        </p>
        {save.isError && <Notice tone="loss" title={errorText(t, save.error, currency)} alert />}
        {current !== null && (
          <Button kind="text" wide busy={save.isPending} onPress={() => form.set(null)}>
            {t("protection.remove")}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function useLimitForm({ limits, onClose }: Props) {
  const t = useT();
  const [kind, setKind] = useState<Kind>("deposit");
  const [period, setPeriod] = useState<Period>("day");
  const [typed, setTyped] = useState("");
  const save = useSetLimits();
  const now = limits.find((each) => each.kind === kind && each.period === period);
  const set = (amount_cents: number | null) =>
    save.mutate([{ kind, period, amount_cents }], {
      onSuccess: () => {
        showToast(t("protection.saved"));
        onClose();
      },
    });
  const paste = (text: string) => {
    const amount = readAmount(text, t.language);
    if (amount === null) showToast(t("money.noAmount", { text: text.slice(0, MOST_SAID) }));
    else setTyped(typedOfCents(amount));
  };
  return {
    kind,
    period,
    typed,
    save,
    set,
    setTyped,
    paste,
    onKind: setKind,
    onPeriod: setPeriod,
    cents: Number(centsOfTyped(typed)),
    current: now?.amount_cents ?? null,
  };
}

function WhatChoice(props: {
  readonly kind: Kind;
  readonly period: Period;
  readonly onKind: (kind: Kind) => void;
  readonly onPeriod: (period: Period) => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <div>
        <Segmented
          label={t("protection.kindLabel")}
          options={KINDS.map((id) => ({ id, label: t(`protection.kind.${id}`) }))}
          value={props.kind}
          onChange={props.onKind}
        />
      </div>
      <div>
        <Segmented
          label={t("protection.periodLabel")}
          options={PERIODS.map((id) => ({ id, label: t(`protection.period.${id}`) }))}
          value={props.period}
          onChange={props.onPeriod}
        />
      </div>
    </>
  );
}
