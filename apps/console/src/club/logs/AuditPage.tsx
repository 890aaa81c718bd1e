import { ConsoleField, DataTable, Panel } from "@club/ui/console";
import { useDeferredValue, useState, type ReactNode } from "react";
import { useAudit, type AuditLine } from "../../api/logs.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { shortIds } from "../../shell/names.ts";
import { ChainCheck } from "./ChainCheck.tsx";

/** Who did what, when, why; append only. Route: /audit */
export function AuditPage(): ReactNode {
  const t = useT();
  const [action, setAction] = useState("");
  const [target, setTarget] = useState("");
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const filter = { action: action.trim(), target: target.trim() };
  const query = useAudit(useDeferredFilter(filter));
  const list = query.data?.list;
  const current = list?.find((line) => line.audit_id === picked) ?? list?.[0];
  return (
    <ConsoleFrame title={t("route.audit")} meta={t("audit.meta")}>
      <div className="filter">
        <ConsoleField
          label={t("audit.action")}
          value={action}
          onChange={setAction}
          placeholder={t("audit.actionHint")}
        />
        <ConsoleField
          label={t("audit.target")}
          value={target}
          onChange={setTarget}
          placeholder={t("audit.targetHint")}
        />
      </div>
      <div className="columns-queue">
        <Panel title={t("route.audit")} end={<ChainCheck />}>
          <Listing query={query} rows={12}>
            {({ list: lines }) => (
              <AuditTable list={lines} selectedId={current?.audit_id} onSelect={setPicked} />
            )}
          </Listing>
        </Panel>
        {current !== undefined && <AuditDetail line={current} />}
      </div>
    </ConsoleFrame>
  );
}

function useDeferredFilter(filter: { readonly action: string; readonly target: string }) {
  return { action: useDeferredValue(filter.action), target: useDeferredValue(filter.target) };
}

function AuditTable(props: {
  readonly list: readonly AuditLine[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("route.audit")}
      rows={props.list}
      rowId={(line) => line.audit_id}
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      isMuted={(line) => isRead(line.action)}
      globalKeys
      empty={t("audit.none")}
      columns={[
        {
          id: "at",
          label: t("ledger.at"),
          kind: "mute",
          cell: (line) => timeText(t, line.at),
        },
        {
          id: "who",
          label: t("audit.who"),
          kind: "strong",
          cell: (l) => l.operator ?? t("audit.club"),
        },
        { id: "action", label: t("audit.did"), cell: (line) => actionText(t, line.action) },
        {
          id: "target",
          label: t("audit.target"),
          kind: "mute",
          cell: (line) => (line.target === null ? "–" : shortIds(line.target)),
        },
        { id: "reason", label: t("act.reason"), cell: (line) => line.reason ?? "" },
      ]}
    />
  );
}

const isRead = (action: string): boolean => /^GET |\.read$/.test(action);

function timeText(t: T, at: string): string {
  return whenText(t, at);
}

function actionText(t: T, action: string): string {
  return t.find(`audit.${action}`) ?? action;
}

/** The values before and after, as they were written. */
function AuditDetail({ line }: { readonly line: AuditLine }): ReactNode {
  const t = useT();
  return (
    <Panel title={actionText(t, line.action)} meta={line.operator ?? t("audit.club")} padded>
      <div className="form">
        <p className="mute">{timeText(t, line.at)}</p>
        {line.target !== null && <p className="mono">{line.target}</p>}
        {line.reason !== null && <p>{line.reason}</p>}
        <Facts label={t("audit.before")} value={line.before} />
        <Facts label={t("audit.after")} value={line.after} />
      </div>
    </Panel>
  );
}

function Facts({ label, value }: { readonly label: string; readonly value: unknown }): ReactNode {
  if (value === null || value === undefined) return null;
  return (
    <div>
      <h3 className="mute small">{label}</h3>
      <pre className="mono">{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
