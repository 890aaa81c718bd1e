import type { DayMeeting, RaceDetail, RacePool } from "@club/contract";
import { isRunnerPool } from "@club/domain";
import { formatMoney, formatTime } from "@club/i18n";
import {
  clubNow,
  PoolStrip,
  RaceHead,
  RaceStrip,
  Tag,
  ToteBoard,
  type PoolStripProps,
  type TagTone,
} from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { changeForm } from "../../slip/race/change-form.ts";
import { openSlip } from "../../slip/race/form-store.ts";
import {
  closedLegOf,
  multiRefOf,
  poolsOfRace,
  type OfferedPool,
} from "../../slip/race/multi-pools.ts";
import { goingText, unbroken } from "../../core/fact-text.ts";

const TONE: Readonly<Record<RaceDetail["status"], TagTone>> = {
  draft: "plain",
  open: "turf",
  closed: "brass",
  interim: "brass",
  final: "turf",
  settled: "turf",
  abandoned: "loss",
};

/** The board of a race: the meeting's races, its name and clock, the pools. */
export function RaceBoard({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const isOpen = race.status === "open";
  const { list: day = [] } = useDayTable(race.date);
  const poolsOver = usePoolsOver(race);
  return (
    <ToteBoard label={t("race.number", { n: race.raceNo })}>
      <MeetingRaces race={race} />
      <RaceHead
        title={race.name}
        meta={metaOf(t, race)}
        startsAt={isOpen ? Date.parse(race.start_time) : undefined}
        zone={race.timezone}
        status={
          isOpen ? undefined : <Tag tone={TONE[race.status]}>{t(`raceStatus.${race.status}`)}</Tag>
        }
      />
      {race.result === null && (
        <PoolStrip
          label={t("race.pool")}
          pools={[
            ...ownPools(t, { race, day, ofRunners: true }),
            ...poolsOver,
            ...ownPools(t, { race, day, ofRunners: false }),
          ]}
        />
      )}
    </ToteBoard>
  );
}

type StripPool = PoolStripProps["pools"][number];

interface OwnPools {
  readonly race: RaceDetail;
  readonly day: readonly DayMeeting[];
  readonly ofRunners: boolean;
}

/** Of one runner first; what can be bet on over several races comes next, before it is out of sight. */
function ownPools(t: T, { race, day, ofRunners }: OwnPools): StripPool[] {
  return race.pools
    .filter(({ race_id2, gross_cents }) => race_id2 === null || gross_cents > 0)
    .filter(({ pool }) => isRunnerPool(pool) === ofRunners)
    .map((pool) => ({
      id: pool.pool_id,
      label: t(`pool.${pool.pool}`),
      amount: wholeMoney(t, pool.gross_cents, race.currency),
      note: noteOf(t, { race, pool, day }),
    }));
}

interface PoolOfRace {
  readonly race: RaceDetail;
  readonly pool: RacePool;
  readonly day: readonly DayMeeting[];
}

/** The races of a double, and the jackpot that waits in the pool. */
function noteOf(t: T, of: PoolOfRace): string | undefined {
  const jackpot = jackpotOf(t, of.pool.jackpot_in_cents, of.race.currency);
  const facts = [legsOfDouble(t, of), jackpot];
  return facts.filter((fact) => fact !== undefined).join(" · ") || undefined;
}

/** "R5 → R6"; undefined for a pool of one race. */
export function legsOfDouble(t: T, { race, pool, day }: PoolOfRace): string | undefined {
  if (pool.race_id2 === null) return undefined;
  const nameOf = (raceId: string) => {
    const meeting = day.find(({ races }) => races.some(({ race_id }) => race_id === raceId));
    const found = meeting?.races.find(({ race_id }) => race_id === raceId);
    if (meeting === undefined || found === undefined) return "–";
    const short = t("race.short", { n: found.raceNo });
    return meeting.event_id === race.event_id ? short : `${meeting.meetings} ${short}`;
  };
  return `${nameOf(pool.race_id)} → ${nameOf(pool.race_id2)}`;
}

/** The pools over several races that it is a leg of: a tap opens their form while they take bets. */
function usePoolsOver(race: RaceDetail): StripPool[] {
  const t = useT();
  const { list } = useDayTable(race.date);
  return poolsOfRace(list, race.race_id).map((offer) => {
    const { pool, legs } = offer;
    const isOpen = pool.status === "OPEN" && closedLegOf(legs, clubNow()) === null;
    const leg = t("multi.legOf", { n: pool.races.indexOf(race.raceNo) + 1, of: legs.length });
    return {
      id: pool.multi_pool_id,
      label: pool.name,
      amount: wholeMoney(t, pool.gross_cents, race.currency),
      note: jackpotOf(t, pool.jackpot_cents, race.currency) ?? leg,
      onPress: isOpen ? () => openPool(offer) : undefined,
    };
  });
}

function openPool(offer: OfferedPool): void {
  changeForm({ do: "choose pool", multi: multiRefOf(offer) });
  openSlip();
}

function jackpotOf(t: T, cents: number, currency: string): string | undefined {
  return cents === 0 ? undefined : t("detail.jackpot", { amount: wholeMoney(t, cents, currency) });
}

/** Pools are shown in whole units: the hundredths say nothing at a glance. */
function wholeMoney(t: T, cents: number, currency: string): string {
  return formatMoney(cents - (cents % 100), currency, t.language, { decimals: "whole" });
}

function MeetingRaces({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const { list } = useDayTable(race.date);
  const meeting = list?.find(({ event_id }) => event_id === race.event_id);
  const races = meeting?.races ?? [race];
  return (
    <RaceStrip
      label={t("detail.races", { name: race.meetings })}
      currentId={race.race_id}
      races={races.map(({ race_id, raceNo }) => ({
        id: race_id,
        number: raceNo,
        label: t("race.number", { n: raceNo }),
        href: hrefOf("detail", { race: race_id }),
      }))}
    />
  );
}

function metaOf(t: T, race: RaceDetail): string {
  const time = formatTime(race.start_time, race.timezone, t.language);
  const hasRun = race.result !== null;
  return [
    t("race.number", { n: race.raceNo }),
    race.distance_m === null ? null : t("race.distance", { metres: String(race.distance_m) }),
    race.class === null ? null : t("detail.class", { name: race.class }),
    goingText(t, race.going ?? ""),
    hasRun ? t("time.ran", { time }) : null,
  ]
    .flatMap((fact) => (fact === null || fact === "" ? [] : [unbroken(fact)]))
    .join(" · ");
}
