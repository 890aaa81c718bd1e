import type { SportEvent } from "@club/contract";
import { dayAt, formatRelativeDay, formatTime, hasTwoSides, sportName, teamName } from "@club/i18n";
import { clubNow, MatchBoard, Tag, useClock } from "@club/ui";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../device/zone.ts";
import { clockText, scoreOf } from "../../slip/sport/match-text.ts";

/** The match on its board: sides, score, when, and how it stands. */
export function MatchHead({ event }: { readonly event: SportEvent }): ReactNode {
  const t = useT();
  const hasStarted = useClock((nowMs) => Date.parse(event.start_time) <= nowMs);
  return (
    <MatchBoard
      home={teamName(t, event, "home")}
      away={hasTwoSides(event) ? teamName(t, event, "away") : null}
      versus={t("sport.v")}
      score={scoreOf(event)}
      meta={metaOf(t, event)}
      end={stateOf(t, event, hasStarted)}
    />
  );
}

function metaOf(t: T, event: SportEvent): string {
  const zone = deviceZone();
  const day = dayAt(event.start_time, zone);
  const today = dayAt(clubNow(), zone);
  return [
    sportName(t, event.sport),
    `${formatRelativeDay(day, today, t.language)} ${formatTime(event.start_time, zone, t.language)}`,
    t("sport.markets", { n: event.markets.length }),
  ].join(" · ");
}

function stateOf(t: T, event: SportEvent, hasStarted: boolean): ReactNode {
  if (event.is_live) {
    return (
      <Tag tone="loss">{[t("sport.live"), clockText(event.live?.clock ?? null)].join(" ")}</Tag>
    );
  }
  if (event.status === "open" && !hasStarted) return undefined;
  const status = event.status === "open" ? "closed" : event.status;
  return <Tag>{t(`sport.status.${status}`)}</Tag>;
}
