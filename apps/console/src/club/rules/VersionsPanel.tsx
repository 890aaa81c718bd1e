import type { RuleSetView, RuleVersion } from "@club/contract";
import { formatCount } from "@club/i18n";
import { DataTable, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";

function makersOf(row: RuleVersion, others: string): string {
  if (row.made_by === null) return others;
  return [row.made_by, row.checked_by].filter((by) => by !== null).join(" + ");
}

/** The versions of a rule set: who made and checked each, why, and how many races took it. */
export function VersionsPanel(props: {
  readonly view: RuleSetView;
  readonly shown: number;
  readonly onShow: (version: number) => void;
}): ReactNode {
  const t = useT();
  const { view, shown, onShow } = props;
  return (
    <Panel title={t("ruleSet.versions")} meta={t("ruleSet.versionsMeta")}>
      <DataTable
        label={t("ruleSet.versions")}
        rows={view.versions}
        rowId={({ version }) => String(version)}
        selectedId={shown === 0 ? undefined : String(shown)}
        onSelect={(id) => onShow(Number(id))}
        empty={t("ruleSet.notYet")}
        columns={[
          {
            id: "version",
            label: t("ruleSet.one"),
            kind: "strong",
            cell: ({ version }) => t("ruleSet.version", { n: version }),
          },
          {
            id: "at",
            label: t("reportColumn.at"),
            kind: "mute",
            cell: (row) => (row.made_at === null ? "–" : whenText(t, row.made_at)),
          },
          {
            id: "by",
            label: t("ruleSet.by"),
            cell: (row) => makersOf(row, view.is_preset ? t("ruleSet.ships") : "–"),
          },
          { id: "reason", label: t("reportColumn.reason"), cell: (row) => row.reason ?? "" },
          {
            id: "races",
            label: t("ruleSet.races"),
            kind: "figure",
            cell: (row) => formatCount(row.races, t.language),
          },
        ]}
      />
    </Panel>
  );
}
