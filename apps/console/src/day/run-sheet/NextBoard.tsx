import type { DaySigns, OperatorRace } from "@club/contract";
import { formatCount, formatMoney, formatTimeSeconds } from "@club/i18n";
import { ConsoleButton, DueBoard, Overdue } from "@club/ui/console";
import type { ReactNode } from "react";
import { useDaySigns } from "../../api/meetings.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { isLate, type RunRow } from "../races/due.ts";
import type { OfferedAct, RaceActState } from "../races/RaceActs.tsx";

/** The selected race on the board; without a selection, the next to jump. */
export function NextBoard(props: {
  readonly row: RunRow;
  readonly race: OperatorRace | undefined;
  readonly nowMs: number;
  readonly acts: RaceActState;
}): ReactNode {
  const t = useT();
  const { row, race, acts } = props;
  const money = race ?? row.race;
  return (
    <DueBoard
      label={t("sheet.board")}
      startsAt={row.dueAt}
      clock={isLate(row, props.nowMs) ? <Overdue since={row.dueAt} /> : undefined}
      title={`${row.meeting.meetings} ${t("race.short", { n: row.race.raceNo })}`}
      meta={metaOf(t, row)}
      note={noteOf(t, row)}
      figures={[
        {
          label: t("sheet.inPools"),
          value: formatMoney(money.gross_cents, row.meeting.currency, t.language),
        },
        { label: t("nav.bets"), value: formatCount(money.bets, t.language) },
        ...intakeFigures(t, useDaySigns()),
      ]}
      acts={
        <>
          <ConsoleButton kind="primary" keyCap="⏎" href={hrefOf("race", row.race.race_id)}>
            {t("sheet.openPage")}
          </ConsoleButton>
          {acts.offered.filter(hasKey).map((act) => (
            <ConsoleButton
              key={act.name}
              kind={act.isDanger ? "danger" : "line"}
              keyCap={act.keyCap}
              busy={acts.busy}
              onPress={act.onPress}
            >
              {act.label}
            </ConsoleButton>
          ))}
        </>
      }
    />
  );
}

/** How bets fare: how long they take, and how many were refused. */
function intakeFigures(t: T, signs: DaySigns | undefined) {
  if (signs === undefined) return [];
  const refused = signs.refused.reduce((sum, { count }) => sum + count, 0);
  const p99 = signs.intake_p99_ms;
  return [
    { label: t("sheet.intake"), value: p99 === null ? "–" : `${formatCount(p99, t.language)} ms` },
    { label: t("sheet.refused"), value: formatCount(refused, t.language) },
  ];
}

/** An act without a key is done on the race's page. */
const hasKey = (act: OfferedAct): boolean => act.keyCap !== undefined;

function metaOf(t: T, { race }: RunRow): string {
  const starters = t("sheet.starters", { n: race.runners - race.scratched });
  const scratched = race.scratched === 0 ? [] : [t("sheet.scratched", { n: race.scratched })];
  return `${race.name} · ${[starters, ...scratched].join(", ")}`;
}

function noteOf(t: T, row: RunRow): string {
  const time = (at: number | string) => formatTimeSeconds(at, clubZone(), t.language);
  switch (row.act) {
    case "open":
      return t("board.draft", { time: time(row.race.start_time) });
    case "close":
      return t("board.open", { time: time(row.race.start_time) });
    case "result":
      return t("board.closed", { time: time(row.race.closed_at ?? row.race.start_time) });
    case "final":
      return t("board.interim", { time: time(row.dueAt) });
    case "settle":
      return t("board.final");
    case "none":
      return t(`raceStatus.${row.race.status}`);
  }
}
