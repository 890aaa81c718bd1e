import type { BetTypeIndex, Slots } from "@club/domain";
import { formatCount, formatMoney, refusalText } from "@club/i18n";
import { Cloth, CostBar, Section } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { EXAMPLES, FIELD } from "./examples.ts";
import { slotFaces, toggleRunner, workOut, type SlotFace } from "./work-out.ts";

/** Work one out: runners by slot, combinations and cost by the function that charges bets. */
export function Calculator({ betType }: { readonly betType: BetTypeIndex }): ReactNode {
  const t = useT();
  const faces = slotFaces(betType);
  const [slots, setSlots] = useState<Slots>(() => firstSlots(betType, faces));
  return (
    <Section title={t("rules.workOut")}>
      {faces.map((face, slot) => (
        <div
          key={`${face.name} ${face.number}`}
          className="calc-row"
          role="group"
          aria-label={faceText(t, face)}
        >
          <span>{faceText(t, face)}</span>
          <div className="calc-cloths">
            {FIELD.map((number) => (
              <button
                key={number}
                type="button"
                aria-pressed={slots[slot]?.includes(number) ?? false}
                aria-label={String(number)}
                onClick={() => setSlots(toggleRunner(slots, { slot, face }, number))}
              >
                {slots[slot]?.includes(number) === true ? (
                  <Cloth number={number} size="medium" />
                ) : (
                  <span className="fig">{number}</span>
                )}
              </button>
            ))}
          </div>
        </div>
      ))}
      <Outcome betType={betType} slots={slots} />
    </Section>
  );
}

function Outcome({
  betType,
  slots,
}: {
  readonly betType: BetTypeIndex;
  readonly slots: Slots;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const money = (cents: bigint | number) => formatMoney(cents, currency, t.language);
  const whole = (cents: number) => formatMoney(cents, currency, t.language, { decimals: "whole" });
  const done = workOut(betType, slots);
  if (done.kind === "refused") {
    const isEmpty = done.code === "bet.nothing_selected";
    return (
      <p className="calc-none" role="status">
        {isEmpty ? t("rules.nothing") : refusalText(t, done.code)}
      </p>
    );
  }
  const cells = [
    { label: t("rules.combinations"), value: formatCount(done.combinations, t.language) },
    {
      label: t("rules.each", { amount: whole(100) }),
      value: money(done.costCents),
      tone: "amber" as const,
    },
    {
      label: t("rules.inAll", { amount: whole(500) }),
      value:
        done.flexiUnitCents === 0n
          ? "–"
          : t("rules.perUnit", {
              n: formatCount(done.combinations, t.language),
              amount: money(done.flexiUnitCents),
            }),
    },
  ];
  return (
    <div role="status">
      <CostBar label={t("rules.workOut")} cells={cells} />
    </div>
  );
}

function faceText(t: T, face: SlotFace): string {
  if (face.name === "place") return t(`rules.place.${face.number}`);
  if (face.name === "leg") return t(`rules.leg.${face.number}`);
  if (face.name === "standout") {
    return `${t("rules.slot.standout")} ${t(`rules.place.${face.number}`)}`;
  }
  return t(`rules.slot.${face.name}`);
}

/** Starts with the winning example; an optional stand-out is left out. */
function firstSlots(betType: BetTypeIndex, faces: readonly SlotFace[]): Slots {
  const slots = EXAMPLES[betType][0]?.slots ?? [];
  const missing = faces.length - slots.length;
  const last = slots.length - 1;
  return [...slots.slice(0, last), ...Array.from({ length: missing }, () => []), slots[last] ?? []];
}
