import type { RaceDetail } from "@club/contract";
import { ALL_UP_INDEX, ALL_UP_POOL_CODES, BET_TYPES, type BetType, poolOf } from "@club/domain";
import { dayAt, formatMoney, refusalText } from "@club/i18n";
import { BetTypePicker, clubNow, showToast, useClock, type BetTypeOption } from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable, useRace } from "../../api/races.ts";
import { usePath } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { findRoute } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { currentForm, openSlip } from "./form-store.ts";
import {
  closedLegOf,
  multiRefOf,
  openPoolsOf,
  poolsOfRace,
  raceRange,
  type OfferedPool,
} from "./multi-pools.ts";
import { offersPool, offersType, shownTypes } from "./offered.ts";
import { boxOf, typeLikeBox } from "./selection-columns.ts";

/** Marks the type that is chosen with its box: in the list, so that it takes no tap of its own. */
const BOX = "-box";

/** The specification's fifteen bet types by what they are, then the further ones; each with how it wins, or why the race does not take it. */
export function TypeList({ form }: { readonly form: BetFormState }): ReactNode {
  const t = useT();
  const { data: race } = useRace(form.race?.raceId);
  const offers = useOffers(form);
  const types = shownTypes(race).flatMap((type) =>
    optionsOf(t, type, race).map((option) => ({ ...option, rank: rankOf(type) })),
  );
  const type = form.allUp === undefined ? form.betType : ALL_UP_INDEX;
  const chosen = type === 0 ? undefined : `${type}${form.isBoxed ? BOX : ""}`;
  const pools = offers.map((offer) => ({ ...poolOption(t, offer), rank: MORE_RACES as Rank }));
  const allUp = { ...allUpOption(t, race), rank: MORE_RACES as Rank };
  const options = [...types, ...pools, allUp].sort((a, b) => a.rank - b.rank);
  return (
    <BetTypePicker
      label={t("bet.type")}
      selectedId={form.multi?.poolId ?? chosen}
      types={options.map(({ rank, ...option }) => ({ ...option, group: t(`bet.group.${rank}`) }))}
      onSelect={(id) => {
        const type = BET_TYPES.find(({ index }) => String(index) === id.replace(BOX, ""));
        const offer = offers.find(({ pool }) => pool.multi_pool_id === id);
        if (type !== undefined) changeForm({ do: "choose type", betType: type.index });
        if (id.endsWith(BOX) !== currentForm().isBoxed) changeForm({ do: "box" });
        if (offer !== undefined) changeForm({ do: "choose pool", multi: multiRefOf(offer) });
        if (id === String(ALL_UP_INDEX)) changeForm({ do: "choose all up" });
        offerUndo(t);
        openSlip();
      }}
    />
  );
}

/** On a race's page the pools that it is a leg of; from home those of the day that close next. */
function useOffers({ race }: BetFormState): readonly OfferedPool[] {
  const isHome = findRoute(usePath())?.id === "home";
  const { list } = useDayTable(race?.date ?? dayAt(clubNow(), deviceZone()));
  const open = useClock((nowMs) => openPoolsOf(list, nowMs).length);
  return isHome ? openPoolsOf(list, clubNow()).slice(0, open) : poolsOfRace(list, race?.raceId);
}

type Rank = 1 | 2 | 3 | 4 | 5 | 6 | 7;
const SEVERAL_RACES: Rank = 5;
const MORE_OF_ONE_RACE: Rank = 6;
const MORE_RACES: Rank = 7;

/** How many runners of one race it names, or that it goes over several races, or came later. */
function rankOf({ pools: [pool] }: BetType): Rank {
  const { legs, length, isLater } = poolOf(pool ?? "WIN");
  if (isLater === true) return legs > 1 ? MORE_RACES : MORE_OF_ONE_RACE;
  return legs > 1 ? SEVERAL_RACES : (length as Rank);
}

/** A type, and where a switch boxes it that too. */
function optionsOf(t: T, { index }: BetType, race: RaceDetail | undefined): BetTypeOption[] {
  const type = {
    id: String(index),
    label: t("betType.label", { n: index, name: t(`betType.${index}`) }),
    hint: t(`bet.hint.${index}`),
    reason: offersType(race, index) ? undefined : refusalText(t, "pool.not_offered", {}),
  };
  if (boxOf(index) !== "switch") return [type];
  const label = `${type.label} · ${t("bet.box")}`;
  return [
    type,
    { ...type, id: `${index}${BOX}`, label, hint: t(`bet.hint.${typeLikeBox(index)}`) },
  ];
}

function allUpOption(t: T, race: RaceDetail | undefined): BetTypeOption {
  const isOffered = ALL_UP_POOL_CODES.some((pool) => offersPool(race, pool));
  return {
    id: String(ALL_UP_INDEX),
    label: t("betType.label", { n: ALL_UP_INDEX, name: t(`betType.${ALL_UP_INDEX}`) }),
    hint: t(`bet.hint.${ALL_UP_INDEX}`),
    reason: isOffered ? undefined : refusalText(t, "pool.not_offered", {}),
  };
}

function poolOption(t: T, { meeting, pool, legs }: OfferedPool): BetTypeOption {
  const type = BET_TYPES.find(({ pools }) => pools[0] === pool.code);
  const closed = closedLegOf(legs, clubNow());
  const isOver = pool.status !== "OPEN";
  const index = type?.index ?? 0;
  const jackpot = formatMoney(pool.jackpot_cents, meeting.currency, t.language, {
    decimals: "whole",
  });
  const facts = [
    `${meeting.meetings} ${raceRange(t, pool.races)}`,
    ...(pool.jackpot_cents > 0 ? [t("detail.jackpot", { amount: jackpot })] : []),
  ];
  return {
    id: pool.multi_pool_id,
    label: t("betType.label", { n: index, name: pool.name }),
    hint: facts.join(" · "),
    reason:
      closed !== null
        ? t("slip.need.legClosed", { leg: String(closed) })
        : isOver
          ? refusalText(t, "pool.closed", {})
          : undefined,
  };
}

/** Choosing another type starts anew; what was dropped can be restored for a few seconds. */
export function offerUndo(t: T): void {
  if (currentForm().before === null) return;
  showToast(t("slip.reset"), {
    label: t("act.undo"),
    onPress: () => changeForm({ do: "undo type" }),
  });
}
