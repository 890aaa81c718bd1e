import { formatDateTime } from "@club/i18n";
import { DataTable, Panel, Tag, type DataColumn, column } from "@club/ui/console";
import type { ReactNode } from "react";
import { useSportFeeds, type SportFeeds } from "../../api/sport.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";

type Source = SportFeeds["list"][number];

/** The automatic sources of odds, and how fresh they are. */
export function FeedSources(): ReactNode {
  const t = useT();
  const query = useSportFeeds();
  return (
    <Panel title={t("desk.sources")}>
      <Listing query={query} rows={3}>
        {({ list }) => (
          <DataTable
            label={t("desk.sources")}
            rows={list}
            rowId={(row) => `${row.kind} ${row.name}`}
            empty={t("desk.noSources")}
            columns={columnsOf(t)}
          />
        )}
      </Listing>
    </Panel>
  );
}

function columnsOf(t: T): DataColumn<Source>[] {
  return [
    column.strong("name", t("desk.feedHead"), nameOf, nameOf),
    column.text("format", t("desk.format"), (row) => row.format),
    column.text("kind", t("desk.what"), (row) => t(`desk.feedKind.${row.kind}`)),
    column.mute(
      "last",
      t("desk.lastAt"),
      (row) => lastText(t, row),
      (row) => row.last_at,
    ),
    column.text("ok", t("race.status"), (row) => okTag(t, row)),
    column.figure(
      "events",
      t("desk.events"),
      ({ events }) => events,
      ({ events }) => events,
    ),
    column.figure("stale", t("desk.stale"), (row) => row.stale_events),
  ];
}

const nameOf = ({ name }: Source): string => name;

function lastText(t: T, { last_at }: Source): string {
  return last_at === null ? "–" : formatDateTime(last_at, clubZone(), t.language);
}

function okTag(t: T, { last_ok, last_message }: Source): ReactNode {
  if (last_ok === null) return "–";
  const text = last_ok ? t("desk.ok") : (last_message ?? t("state.failed"));
  return <Tag tone={last_ok ? "turf" : "loss"}>{text}</Tag>;
}
