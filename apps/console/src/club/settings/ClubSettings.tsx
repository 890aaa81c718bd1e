import type { IdentityRule, ListItemOf, listSettings } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleSelect, DataTable, Panel } from "@club/ui/console";
import type { ReactNode } from "react";
import { setIdentityRule, useSettings } from "../../api/logs.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { RegisterRulePanel } from "./RegisterRulePanel.tsx";

const RULES: readonly IdentityRule[] = ["none", "before_withdrawal", "before_bet"];

/** Settings that the club changes while it runs: who changed them when, from what to what. */
export function ClubSettings(): ReactNode {
  const mayRead = useMay("owner", "auditor");
  return (
    mayRead && (
      <>
        <Settings />
        <RegisterRulePanel />
      </>
    )
  );
}

function Settings(): ReactNode {
  const t = useT();
  const query = useSettings();
  const mayChange = useMay("owner");
  const act = useAct(
    async (rule: IdentityRule) => {
      await setIdentityRule({ rule });
      showToast(t("clubSettings.saved"));
    },
    { toast: true },
  );
  return (
    <Panel title={t("clubSettings.title")}>
      <Listing query={query} rows={3}>
        {({ identity_rule, list }) => (
          <>
            <div className="c-panel-body">
              <ConsoleSelect
                label={t("clubSettings.identity")}
                value={identity_rule}
                disabled={!mayChange || act.busy}
                options={RULES.map((id) => ({ id, label: t(`clubSettings.identity.${id}`) }))}
                onChange={(id) => void act.run(id as IdentityRule)}
              />
            </div>
            <History list={list} />
          </>
        )}
      </Listing>
    </Panel>
  );
}

function History(props: { readonly list: readonly ListItemOf<typeof listSettings>[] }): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("clubSettings.history")}
      rows={props.list}
      rowId={(change) => `${change.name} ${change.changed_at}`}
      empty={t("clubSettings.none")}
      columns={[
        {
          id: "name",
          label: t("clubSettings.name"),
          kind: "strong",
          cell: ({ name }) => t.find(`clubSettings.name.${name}`) ?? name,
        },
        { id: "before", label: t("clubSettings.before"), cell: ({ before }) => textOf(before) },
        { id: "after", label: t("clubSettings.after"), cell: ({ after }) => textOf(after) },
        { id: "by", label: t("clubSettings.by"), cell: (change) => change.changed_by ?? "–" },
        {
          id: "at",
          label: t("clubSettings.at"),
          kind: "mute",
          cell: (change) => whenText(t, change.changed_at),
        },
      ]}
    />
  );
}

/** A value as it is kept; lists and objects by their fields. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  return Object.entries(value)
    .map(([field, each]) => `${field} ${JSON.stringify(each)}`)
    .join(", ")
    .slice(0, 120);
}
