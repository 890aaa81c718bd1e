import { formatDateTime } from "@club/i18n";
import { Notice } from "@club/ui";
import { DataTable, Panel, PanelState, type DataColumn, column } from "@club/ui/console";
import type { ReactNode } from "react";
import type { FeedDiff } from "../../api/sport.ts";
import { useT, type T } from "../../core/lang.ts";
import { clubZone } from "../../core/time.ts";

type Change = FeedDiff["changes"][number];

const TONES = {
  new: "turf",
  market: "turf",
  price: "brass",
  time: "brass",
  score: "brass",
  result: "brass",
  played: "brass",
  unchanged: undefined,
} as const;

/** What a file changes, line by line, before and after. */
export function FeedDiffPanel({ diff }: { readonly diff: FeedDiff | undefined }): ReactNode {
  const t = useT();
  if (diff === undefined) {
    return (
      <Panel title={t("cards.changes")}>
        <PanelState state="loading" rows={12} />
      </Panel>
    );
  }
  const { added, changed, unchanged, results, played } = diff;
  return (
    <div className="rows">
      {diff.problems.length > 0 && (
        <Notice tone="brass" title={t("cards.problems")}>
          <ul>
            {diff.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Panel
        title={t("cards.changes")}
        meta={[
          t("desk.diffCounts", { added, changed, unchanged, results }),
          ...(played > 0 ? [t("desk.diffPlayed", { n: played })] : []),
        ].join(" · ")}
      >
        <DataTable
          label={t("cards.changes")}
          rows={diff.changes.filter(({ what }) => what !== "unchanged")}
          rowId={(row) => `${row.event} ${row.market} ${row.key} ${row.what}`}
          rowTone={(row) => TONES[row.what]}
          empty={t("cards.nothing")}
          columns={columnsOf(t)}
        />
      </Panel>
    </div>
  );
}

function columnsOf(t: T): DataColumn<Change>[] {
  return [
    column.text("what", t("desk.what"), (row) => t(`desk.change.${row.what}`)),
    column.strong("event", t("desk.event"), (row) => row.event),
    column.text("market", t("desk.market"), (row) => row.market ?? "–"),
    column.text("key", t("desk.outcomeHead"), (row) => row.key ?? "–"),
    column.mute("before", t("cards.was"), (row) => valueText(t, row.before)),
    column.strong("after", t("cards.becomes"), (row) => valueText(t, row.after)),
  ];
}

/** A start is an instant: it is shown in the desk's time zone. */
function valueText(t: T, value: string | null): string {
  if (value === null) return "–";
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value, clubZone(), t.language) : value;
}
