import type { PlacedOrder, RaceDetail } from "@club/contract";
import { betTypeOf } from "@club/domain";
import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import { Receipt, SelectionLine, type ReceiptRunner } from "@club/ui";
import type { ReactNode } from "react";
import { useRace } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { copyText, shortHash } from "../../core/texts.ts";
import { selectionParts } from "./selection-parts.ts";
import type { Slip } from "./placement.ts";

interface Props {
  readonly slip: Slip;
  readonly order: PlacedOrder;
}

const MOST_WITH_SILK = 3;

/** The ticket: number and time to the millisecond, the bet, what it cost, its hash. */
export function BetReceipt({ slip, order }: Props): ReactNode {
  const t = useT();
  const { form } = slip;
  const { data: race } = useRace(form.race?.raceId);
  if (form.betType === 0 || form.race === null) return null;
  const { layout, legs: count } = betTypeOf(form.betType);
  const isEach = layout === "each";
  const chosen = form.picks[0] ?? [];
  const runners = race?.runners.filter(({ horse_id }) => chosen.includes(horse_id)) ?? [];
  const showsSilks = isEach && runners.length > 0 && runners.length <= MOST_WITH_SILK;
  const legs = [form.race, count > 1 ? form.race2 : null];
  const races = legs
    .filter((leg) => leg !== null)
    .map((leg) => `${leg.meetings} ${t("race.short", { n: leg.raceNo })}`);
  return (
    <Receipt
      label={t("placed.receipt")}
      number={order.receipt_no}
      date={formatDate(order.accepted_at, slip.zone, t.language)}
      time={formatTimeExact(order.accepted_at, slip.zone)}
      title={t(`betType.${form.betType}`)}
      meta={[...races, race?.name].filter(Boolean).join(" · ")}
      runners={showsSilks ? runners.map(runnerOf) : undefined}
      selection={
        showsSilks ? undefined : (
          <SelectionLine parts={selectionParts(t, { ...form, betType: form.betType })} />
        )
      }
      lines={linesOf(t, { slip, order })}
      total={{
        label: t("bet.cost"),
        value: formatMoney(order.cost_cents, slip.currency, t.language),
      }}
      hash={{
        label: t("placed.hash"),
        value: shortHash(order.receipt_hash),
        note: t("placed.hashNote"),
        copyLabel: t("placed.copyHash"),
        onCopy: () => void copyText(t, order.receipt_hash),
      }}
    />
  );
}

function runnerOf(runner: RaceDetail["runners"][number]): ReceiptRunner {
  return { number: runner.horse_id, name: runner.name, meta: runner.jockey ?? undefined };
}

function linesOf(t: T, { slip, order }: Props): { label: string; value: string }[] {
  const money = (cents: number) => formatMoney(cents, slip.currency, t.language);
  const combinations = { label: t("placed.combinations"), value: String(order.combinations) };
  if (order.unit_stake2_cents === null) {
    return [{ label: t("placed.unit"), value: money(order.unit_stake_cents) }, combinations];
  }
  const perPool = order.combinations / 2;
  return [
    { label: t("pool.WIN"), value: `${money(order.unit_stake_cents)} × ${perPool}` },
    { label: t("pool.PLACE"), value: `${money(order.unit_stake2_cents)} × ${perPool}` },
    combinations,
  ];
}
