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
        columns={(column) => [
          column.strong("version", t("ruleSet.one"), ({ version }) =>
            t("ruleSet.version", { n: version }),
          ),
          column.mute("at", t("reportColumn.at"), (row) =>
            row.made_at === null ? "–" : whenText(t, row.made_at),
          ),
          column.text("by", t("ruleSet.by"), (row) =>
            makersOf(row, view.is_preset ? t("ruleSet.ships") : "–"),
          ),
          column.text("reason", t("reportColumn.reason"), (row) => row.reason ?? ""),
          column.figure("races", t("ruleSet.races"), (row) => formatCount(row.races, t.language)),
        ]}
      />
    </Panel>
  );
}
