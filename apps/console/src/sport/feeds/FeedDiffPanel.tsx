import { formatDateTime } from "@club/i18n";
import { Notice } from "@club/ui";
import { DataTable, Panel, PanelState, type DataColumn } from "@club/ui/console";
import type { ReactNode } from "react";
import type { FeedDiff } from "../../api/sport.ts";
import { useT, type T } from "../../core/lang.ts";
import { deviceZone } from "../../core/time.ts";

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
    { id: "what", label: t("desk.what"), cell: (row) => t(`desk.change.${row.what}`) },
    { id: "event", label: t("desk.event"), kind: "strong", cell: (row) => row.event },
    { id: "market", label: t("desk.market"), cell: (row) => row.market ?? "–" },
    { id: "key", label: t("desk.outcomeHead"), cell: (row) => row.key ?? "–" },
    { id: "before", label: t("cards.was"), kind: "mute", cell: (row) => valueText(t, row.before) },
    {
      id: "after",
      label: t("cards.becomes"),
      kind: "strong",
      cell: (row) => valueText(t, row.after),
    },
  ];
}

/** A start is an instant: it is shown in the desk's time zone. */
function valueText(t: T, value: string | null): string {
  if (value === null) return "–";
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value, deviceZone(), t.language) : value;
}
