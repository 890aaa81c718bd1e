import { dayAt, formatCount, formatMoney, formatTime } from "@club/i18n";
import { clubNow } from "@club/ui";
import { ConsoleField, DataTable, type DataColumn, Panel, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useMeetings } from "../../api/meetings.ts";
import { go, replaceAddress, useQueryOfAddress } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { clubZone } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { AbandonMeeting } from "./AbandonMeeting.tsx";
import { allRows, rowsOf, type RunRow } from "./due.ts";
import { LayMultiPools } from "./MultiLayout.tsx";
import { RaceTag } from "./RaceTag.tsx";
import { ScratchMeeting } from "./ScratchMeeting.tsx";

/** Every race of a day, past and future. Route: /races */
export function RacesPage(): ReactNode {
  const t = useT();
  const day = useQueryOfAddress().get("day") ?? dayAt(clubNow(), clubZone());
  const query = useMeetings(day);
  const { data } = query;
  return (
    <ConsoleFrame title={t("route.races")}>
      <div className="filter">
        <ConsoleField
          label={t("races.day")}
          type="date"
          value={day}
          onChange={(value) => value !== "" && replaceAddress(`${pathOf("races")}?day=${value}`)}
        />
      </div>
      <Panel
        title={t("races.title")}
        meta={data === undefined ? undefined : t("sheet.meetings", { n: data.length })}
        end={
          data !== undefined && (
            <span className="acts">
              <LayMultiPools meetings={data} />
              <ScratchMeeting meetings={data} />
              <AbandonMeeting meetings={data} />
            </span>
          )
        }
      >
        <Listing query={query} rows={10}>
          {(meetings) => <RaceTable rows={allRows(rowsOf(meetings))} />}
        </Listing>
      </Panel>
    </ConsoleFrame>
  );
}

function RaceTable({ rows }: { readonly rows: readonly RunRow[] }): ReactNode {
  const t = useT();
  const [selected, setSelected] = useState<string | undefined>(undefined);
  return (
    <DataTable
      label={t("races.title")}
      rows={rows}
      rowId={(row) => row.race.race_id}
      selectedId={selected ?? rows[0]?.race.race_id}
      onSelect={setSelected}
      onOpen={(raceId) => go(pathOf("race", raceId))}
      isMuted={(row) => row.race.status === "draft"}
      globalKeys
      empty={t("races.empty")}
      columns={raceColumns(t)}
    />
  );
}

function raceColumns(t: T): DataColumn<RunRow>[] {
  return [
    column.strong(
      "start",
      t("races.start"),
      ({ race }) => (
        <span className="fig">{formatTime(race.start_time, clubZone(), t.language)}</span>
      ),
      ({ race }) => race.start_time,
    ),
    column.strong(
      "race",
      t("route.race"),
      (row) => `${row.meeting.meetings} ${t("race.short", { n: row.race.raceNo })}`,
    ),
    column.text("name", t("races.name"), (row) => row.race.name),
    column.text("status", t("race.status"), (r) => <RaceTag status={r.race.status} />),
    column.figure(
      "runners",
      t("races.starters"),
      (row) => formatCount(startersOf(row), t.language),
      startersOf,
    ),
    column.figure(
      "bets",
      t("nav.bets"),
      ({ race }) => formatCount(race.bets, t.language),
      ({ race }) => race.bets,
    ),
    {
      id: "gross",
      label: t("sheet.total"),
      kind: "figure",
      tone: "brass",
      cell: (row) =>
        formatMoney(row.race.gross_cents, row.meeting.currency, t.language, { plain: true }),
      by: (row) => row.race.gross_cents,
    },
    column.mute("rules", t("races.rules"), (r) => r.meeting.rule_set),
  ];
}

const startersOf = ({ race }: RunRow): number => race.runners - race.scratched;
