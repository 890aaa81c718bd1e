import type { ListItemOf, listDayReplays } from "@club/contract";
import { formatDay } from "@club/i18n";
import { Verdict, type VerdictProps } from "@club/ui/console";
import type { ReactNode } from "react";
import { useList } from "../../api/read.ts";
import { useT, type T } from "../../core/lang.ts";

const POLL_MS = 300_000;
const MOST_SHOWN = 10;

type Replay = ListItemOf<typeof listDayReplays>;

/** What the nightly replays, each of a day from stored facts, found; nothing before the first. */
export function ReplayBanner(): ReactNode {
  const t = useT();
  const options = { refetchInterval: POLL_MS };
  const { data } = useList(["day-replays"], "/api/operator/reports/replays", {}, options);
  if (data === undefined || data.length === 0) return null;
  const unequal = data.filter(({ equal }) => !equal);
  const days = unequal.map(({ date }) => dayName(t, date)).join(", ");
  return (
    <Verdict
      tone={unequal.length === 0 ? "turf" : "loss"}
      title={t("replay.title")}
      text={unequal.length === 0 ? t("replay.what") : t("replay.broken", { days })}
      checks={data.slice(0, MOST_SHOWN).map((replay) => checkOf(t, replay))}
    />
  );
}

/** A calendar day: the same wherever it is read. */
function dayName(t: T, date: string): string {
  return formatDay(`${date}T12:00:00.000Z`, "UTC", t.language);
}

function checkOf(t: T, replay: Replay): VerdictProps["checks"][number] {
  const { date, equal, checks, differences } = replay;
  const [first] = differences;
  const said = equal
    ? t("replay.equal", { n: checks })
    : t("replay.differs", { check: [first?.check, first?.item].filter(Boolean).join(" ") });
  return { id: date, name: `${dayName(t, date)}: ${said}`, ok: equal };
}
