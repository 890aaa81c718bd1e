import type { FoundMatch, FoundRace, SearchHit } from "@club/contract";
import { dayAt, eventName, formatRelativeDay, formatTime } from "@club/i18n";
import { clubNow } from "@club/ui";
import type { T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";

/** A team in the reader's language, where the club has its name. */
export function nameOfHit(t: T, { name, names }: Pick<SearchHit, "name" | "names">): string {
  return names[t.language] ?? name;
}

/** Where a hit leads: its race, with the runner's sheet where it is about one, or its match. */
export function hrefOfHit({ kind, race, match, horse }: SearchHit): string {
  if (race === null) return hrefOf("sportDetail", { event: match?.event_id });
  const runner = kind === "meeting" ? undefined : horse?.horse_id.toString();
  return hrefOf("detail", { race: race.race_id, horse: runner });
}

/** "Randwick R4", or the two sides. */
export function placeOfHit(t: T, { race, match }: Pick<SearchHit, "race" | "match">): string {
  if (race !== null) return `${race.meetings} ${t("race.short", { n: race.raceNo })}`;
  return match === null ? "" : eventName(t, match);
}

/** "Today 14:20", on the clock of the venue; a match's on the reader's. */
export function timeOfHit(t: T, race: FoundRace | null, match: FoundMatch | null): string {
  const zone = race?.timezone ?? deviceZone();
  const start = race?.start_time ?? match?.start_time;
  if (start === undefined) return "";
  const day = dayAt(Date.parse(start), zone);
  const today = dayAt(clubNow(), zone);
  const time = formatTime(start, zone, t.language);
  return day === today ? time : `${formatRelativeDay(day, today, t.language)} ${time}`;
}

/** Under the name: whom a person has and where, and in how much of the card. */
export function metaOfHit(t: T, hit: SearchHit): string {
  const { kind, count, horse, match } = hit;
  const isPerson = kind === "jockey" || kind === "trainer";
  return [
    isPerson ? horse?.name : undefined,
    placeOfHit(t, hit),
    kind === "team" ? match?.competition : undefined,
    count > 1 || kind === "meeting" ? t(`find.count.${kind}`, { n: count }) : undefined,
  ]
    .filter(Boolean)
    .join(" · ");
}
