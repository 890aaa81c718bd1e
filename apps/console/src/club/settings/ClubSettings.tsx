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
  const mayRead = useMay("GET /api/operator/settings");
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
  const mayChange = useMay("PUT /api/operator/identity-rule");
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
      columns={(column) => [
        column.strong(
          "name",
          t("clubSettings.name"),
          ({ name }) => t.find(`clubSettings.name.${name}`) ?? name,
        ),
        column.text("before", t("clubSettings.before"), ({ before }) => textOf(before)),
        column.text("after", t("clubSettings.after"), ({ after }) => textOf(after)),
        column.text("by", t("clubSettings.by"), (change) => change.changed_by ?? "–"),
        column.mute("at", t("clubSettings.at"), (change) => whenText(t, change.changed_at)),
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
