import type { PlacedOrder, RaceDetail } from "@club/contract";
import { betTypeOf } from "@club/domain";
import { formatDate, formatMoney, formatTime, formatTimeExact } from "@club/i18n";
import {
  LegList,
  Receipt,
  SelectionLine,
  type LegLine,
  type ReceiptProps,
  type ReceiptRunner,
} from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { copyText, shortHash } from "../../core/texts.ts";
import { clubZone } from "../../core/club-zone.ts";
import { deviceZone } from "../../device/zone.ts";
import { namesOf, raceRange, useRaces } from "./multi-pools.ts";
import { unbroken } from "../../core/fact-text.ts";
import type { BetFormState, ChosenForm, RaceRef } from "./bet-form.state.ts";
import { hasType, racesOf } from "./form-legs.ts";
import { betName, raceName, raceNames } from "./grid-rows.ts";
import { selectionParts } from "./selection-parts.ts";
import type { Slip } from "./placement.ts";
import { shareText } from "./SlipKeypad.tsx";

interface Props {
  readonly slip: Slip;
  readonly order: PlacedOrder;
}

const MOST_WITH_SILK = 3;

/** The ticket: number and time to the millisecond, the bet, what it cost, its hash. */
export function BetReceipt({ slip, order }: Props): ReactNode {
  const t = useT();
  const { form } = slip;
  const bet = useWords(form);
  if (bet === null) return null;
  return (
    <Receipt
      label={t("placed.receipt")}
      number={order.receipt_no}
      date={formatDate(order.accepted_at, clubZone(), t.language)}
      time={formatTimeExact(order.accepted_at, clubZone())}
      {...bet}
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

type Words = Pick<ReceiptProps, "title" | "meta" | "runners" | "selection">;

/** What the bet is: its type, its races, its runners; of few with their silks. */
function useWords(form: BetFormState): Words | null {
  const t = useT();
  const legs = racesOf(form).filter((leg) => leg !== null);
  const { races } = useRaces(legs.map(({ raceId }) => raceId));
  if (!hasType(form)) return null;
  const name = betName(t, form);
  if (form.multi !== undefined || form.allUp !== undefined) {
    return { title: name, ...legWords(t, { form, legs, races }) };
  }
  if (form.betType === 0) return null;
  const chosen: ChosenForm = { ...form, betType: form.betType };
  const title = form.isBoxed ? `${name} · ${t("bet.box")}` : name;
  const meta = metaOf(t, legs, races);
  const runners = silksOf(chosen, races[0]);
  if (runners !== undefined) return { title, meta, runners };
  return { title, meta, selection: <Selection form={chosen} races={races} /> };
}

/** The bet in cloths, and the names of its runners, race by race. */
function Selection(props: {
  readonly form: ChosenForm;
  readonly races: readonly (RaceDetail | undefined)[];
}): ReactNode {
  const t = useT();
  const { form, races } = props;
  return (
    <>
      <SelectionLine parts={selectionParts(t, form)} />
      {races.map((race, at) => (
        // The legs of a bet: their place is their identity.
        <p key={at} className="mute">
          {runnersOf(race, races.length > 1 ? (form.picks[at] ?? []) : form.picks.flat())}
        </p>
      ))}
    </>
  );
}

/** "3 Quiet Harbour, 5 Marble Bay": the chosen runners by name. */
function runnersOf(race: RaceDetail | undefined, chosen: readonly number[]): string {
  return (race?.runners ?? [])
    .filter(({ horse_id }) => chosen.includes(horse_id))
    .map(({ horse_id, name }) => unbroken(`${horse_id} ${name}`))
    .join(", ");
}

function silksOf({ betType, picks }: ChosenForm, race: RaceDetail | undefined) {
  const chosen = picks[0] ?? [];
  const runners = race?.runners.filter(({ horse_id }) => chosen.includes(horse_id)) ?? [];
  const isFew = runners.length > 0 && runners.length <= MOST_WITH_SILK;
  return isFew && betTypeOf(betType).layout === "each" ? runners.map(runnerOf) : undefined;
}

/** "Wattle Ridge R5 jumps 14:30 · Paperbark Handicap", of a double both races. */
function metaOf(
  t: T,
  legs: readonly RaceRef[],
  races: readonly (RaceDetail | undefined)[],
): string {
  const named = legs.map((leg, at) => {
    const { start_time, timezone } = races[at] ?? {};
    const time = formatTime(start_time ?? leg.startMs, timezone ?? deviceZone(), t.language);
    return `${raceName(t, leg)} ${t("time.jumps", { time })}`;
  });
  return [...named, races[0]?.name].filter(Boolean).join(" · ");
}

interface BetOnLegs {
  readonly form: BetFormState;
  readonly legs: readonly RaceRef[];
  readonly races: readonly (RaceDetail | undefined)[];
}

/** "Wattle Ridge R5–R8", and each leg with its start and its runners by name; of an All Up its pool. */
function legWords(t: T, { form, legs, races }: BetOnLegs): Pick<Words, "meta" | "selection"> {
  const lines = legs.map(({ raceId, raceNo, startMs }, at): LegLine => {
    const race = races[at];
    const chosen = form.picks[at] ?? [];
    const pool = form.allUp?.[at]?.pool;
    const note = [pool && t(`pool.${pool}`), namesOf(race, chosen)];
    return {
      id: raceId,
      race: t("race.short", { n: raceNo }),
      time: formatTime(race?.start_time ?? startMs, race?.timezone ?? deviceZone(), t.language),
      selection: chosen.map((number) => ({ number })),
      note: note.filter(Boolean).join(" · ") || undefined,
    };
  });
  const numbers = legs.map(({ raceNo }) => raceNo);
  return {
    meta: form.allUp ? raceNames(t, legs) : `${legs[0]?.meetings ?? ""} ${raceRange(t, numbers)}`,
    selection: <LegList label={t("slip.poolLegs")} legs={lines} />,
  };
}

function runnerOf(runner: RaceDetail["runners"][number]): ReceiptRunner {
  return { number: runner.horse_id, name: runner.name, meta: runner.jockey ?? undefined };
}

function linesOf(t: T, { slip, order }: Props): { label: string; value: string }[] {
  const money = (cents: number) => formatMoney(cents, slip.currency, t.language);
  const { multi, isDrawn } = slip.form;
  const combinations = { label: t("placed.combinations"), value: String(order.combinations) };
  if (order.combinations === 1 && multi === undefined) return [];
  if (order.unit_stake2_cents === null) {
    const share = { label: t("placed.share"), value: shareText(t, order.unit_stake_cents) };
    return [
      { label: t("placed.unit"), value: money(order.unit_stake_cents) },
      combinations,
      ...(multi === undefined ? [] : [share]),
      ...(isDrawn === true ? [{ label: t("slip.quickPick"), value: t("placed.drawn") }] : []),
    ];
  }
  const perPool = order.combinations / 2;
  return [
    { label: t("pool.WIN"), value: `${money(order.unit_stake_cents)} × ${perPool}` },
    { label: t("pool.PLACE"), value: `${money(order.unit_stake2_cents)} × ${perPool}` },
    combinations,
  ];
}
