import type { RaceDetail } from "@club/contract";
import { formatMoney, formatTime } from "@club/i18n";
import { PoolStrip, RaceHead, RaceStrip, Tag, ToteBoard, type TagTone } from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { unbroken } from "../../core/unbroken.ts";

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
          pools={race.pools
            .filter(({ race_id2, gross_cents }) => race_id2 === null || gross_cents > 0)
            .map((pool) => ({
              id: pool.pool_id,
              label: t(`pool.${pool.pool}`),
              amount: wholeMoney(t, pool.gross_cents, race.currency),
              note:
                pool.jackpot_in_cents === 0
                  ? undefined
                  : t("detail.jackpot", {
                      amount: wholeMoney(t, pool.jackpot_in_cents, race.currency),
                    }),
            }))}
        />
      )}
    </ToteBoard>
  );
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
    race.going,
    hasRun ? t("time.ran", { time }) : null,
  ]
    .flatMap((fact) => (fact === null || fact === "" ? [] : [unbroken(fact)]))
    .join(" · ");
}
