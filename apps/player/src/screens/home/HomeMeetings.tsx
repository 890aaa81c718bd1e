import type { DayRace, DayMeeting, RaceLine } from "@club/contract";
import { formatMoney, formatTime } from "@club/i18n";
import { clubNow, MeetingCard, type RaceChipProps, type RaceChipState } from "@club/ui";
import type { ReactNode } from "react";
import { toggleFavourite, useFavourites } from "../../api/favourites.ts";
import { goingText } from "../../core/fact-text.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";

interface Props {
  readonly meetings: readonly DayMeeting[];
  /** The time of the data shown, while nothing newer can be fetched. */
  readonly asOf: number | undefined;
}

/** The meetings of the day, those with a star first, each with its races side by side. */
export function HomeMeetings({ meetings, asOf }: Props): ReactNode {
  const t = useT();
  const favourites = useFavourites();
  const goingOf = ({ going }: DayMeeting) => (going === null ? undefined : goingText(t, going));
  const isFavourite = (meeting: DayMeeting) => favourites.includes(meeting.code);
  const sorted = [...meetings].sort((a, b) => Number(isFavourite(b)) - Number(isFavourite(a)));
  return (
    <>
      {sorted.map((meeting) => (
        <MeetingCard
          key={meeting.event_id}
          name={meeting.meetings}
          favourite={{
            on: isFavourite(meeting),
            label: t("home.favourite", { name: meeting.meetings }),
            onToggle: () => toggleFavourite(meeting.code),
          }}
          meta={
            asOf === undefined
              ? goingOf(meeting)
              : t("state.asOf", { time: formatTime(asOf, deviceZone(), t.language) })
          }
          pool={turnoverOf(t, meeting)}
          races={chipsOf(t, meeting)}
        />
      ))}
    </>
  );
}

/** In whole units: cents say nothing at a glance. A turnover of nothing is not shown. */
function turnoverOf(t: T, { turnover_cents: cents, currency }: DayMeeting): string | undefined {
  if (cents < 100) return undefined;
  return formatMoney(cents - (cents % 100), currency, t.language, { decimals: "whole" });
}

const COUNTS_DOWN_BELOW_MS = 60 * 60_000;

function chipsOf(t: T, meeting: DayMeeting): RaceChipProps[] {
  const nowMs = clubNow();
  const next = meeting.races.find(
    (race) => race.status === "open" && Date.parse(race.start_time) > nowMs,
  );
  return meeting.races.map((race) => {
    const startsAt = Date.parse(race.start_time);
    const isNext = race === next && startsAt - nowMs < COUNTS_DOWN_BELOW_MS;
    const text = textOf(t, race, meeting.timezone);
    return {
      number: race.raceNo,
      state: isNext ? "next" : STATE_OF[race.status],
      text,
      startsAt,
      label: t("home.chipLabel", {
        n: race.raceNo,
        status: t(`raceStatus.${race.status}`),
        time: formatTime(startsAt, meeting.timezone, t.language),
      }),
      href: hrefOf("detail", { race: race.race_id }),
    };
  });
}

const STATE_OF: Readonly<Record<RaceLine["status"], RaceChipState>> = {
  draft: "closed",
  open: "open",
  closed: "closed",
  interim: "interim",
  final: "ran",
  settled: "ran",
  abandoned: "abandoned",
};

const PLACES_SHOWN = 3;

/** "6-2-9": the first three, a dead heat's runners in order of number; null without a final result. */
function placesOf(result: DayRace["result"]): string | null {
  const numbers = (result ?? []).flat().slice(0, PLACES_SHOWN);
  return numbers.length === 0 ? null : numbers.join("-");
}

/** The start time of a race to come; then its first three, or the word for its state. */
function textOf(t: T, race: DayRace, zone: string): string {
  if (race.status === "draft" || race.status === "open") {
    return formatTime(race.start_time, zone, t.language);
  }
  const places = race.status === "interim" ? null : placesOf(race.result);
  return places ?? t(`home.chip.${race.status}`);
}
