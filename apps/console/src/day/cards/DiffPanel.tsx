import type { CardDiff } from "@club/contract";
import { formatDateTime } from "@club/i18n";
import { Cloth } from "@club/ui";
import { type DataColumn, DataTable, Panel, Segmented, Tag, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";
import { diffRows, type DiffRow } from "./diff-rows.ts";

const TONES = { added: "turf", changed: "brass", removed: "loss", problem: "loss" } as const;

/** Before and after, line by line; what cannot be imported says where and why. */
export function DiffPanel({ diff }: { readonly diff: CardDiff }): ReactNode {
  const t = useT();
  const [view, setView] = useState<"all" | "problems">(
    diff.problems.length > 0 ? "problems" : "all",
  );
  const rows = diffRows(diff, (field, value) =>
    field === "start_time" ? formatDateTime(value, clubZone(), t.language) : value,
  );
  const shown = view === "all" ? rows : rows.filter((row) => row.kind === "problem");
  return (
    <Panel
      title={t("cards.changes")}
      meta={t("cards.before")}
      end={
        <Segmented
          label={t("sheet.view")}
          value={view}
          onChange={setView}
          options={[
            { id: "all", label: t("cards.allChanges"), count: rows.length },
            { id: "problems", label: t("cards.problems"), count: diff.problems.length },
          ]}
        />
      }
    >
      <DataTable
        label={t("cards.changes")}
        rows={shown}
        rowId={(row) => row.id}
        rowTone={(row) => TONES[row.kind]}
        empty={view === "all" ? t("cards.nothing") : t("cards.noProblems")}
        columns={columnsOf(t)}
      />
    </Panel>
  );
}

function columnsOf(t: T): DataColumn<DiffRow>[] {
  return [
    column.strong("race", t("route.race"), (row) =>
      row.race === null ? "–" : t("race.short", { n: row.race }),
    ),
    column.text("runner", t("race.runner"), (row) => <RowName row={row} />),
    column.text("field", t("cards.field"), (row) => fieldText(t, row)),
    column.mute("before", t("cards.was"), (row) => <Before row={row} />),
    column.strong("after", t("cards.becomes"), (row) => afterText(t, row)),
  ];
}

function Before({ row }: { readonly row: DiffRow }): ReactNode {
  const t = useT();
  if (!row.byHand) return row.before ?? "–";
  return (
    <span className="words">
      {row.before ?? "–"} <Tag tone="brass">{t("cards.byHand")}</Tag>
    </span>
  );
}

function RowName({ row }: { readonly row: DiffRow }): ReactNode {
  const t = useT();
  if (row.pool !== undefined) return `${row.name} · ${t(`pool.${row.pool}`)}`;
  if (row.runner === null) {
    return row.race === null ? t("cards.meeting") : row.name || t("cards.race");
  }
  return (
    <span className="runner-name">
      <Cloth number={row.runner} size="small" />
      {row.name}
    </span>
  );
}

function fieldText(t: T, row: DiffRow): string {
  if (row.problem !== null) return `${row.problem.row} · ${row.problem.field}`;
  if (row.field !== null) return row.field;
  return t(row.kind === "removed" ? "cards.rowRemoved" : "cards.rowAdded");
}

function afterText(t: T, row: DiffRow): ReactNode {
  if (row.problem === null) return row.after ?? "–";
  return <span className="loss">{t(`cardProblem.${row.problem.code}`)}</span>;
}
