import type { AuditKind } from "@club/contract";
import { AUDIT_KINDS, AUDIT_SORTS } from "@club/contract/choices";
import { refusalText } from "@club/i18n";
import {
  column,
  ConsoleButton,
  ConsoleField,
  ConsoleSelect,
  DataTable,
  Panel,
  Tag,
  type TableOrder,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { download } from "../../api/client.ts";
import { useAudit, type AuditFilter, type AuditLine } from "../../api/logs.ts";
import { useOperators } from "../../api/operators.ts";
import { useRested } from "../../api/read.ts";
import { useAct } from "../../api/use-act.ts";
import { replaceQuery, useQueryOfAddress } from "../../core/address.ts";
import { useT, type T } from "../../core/lang.ts";
import { useOrder } from "../../core/table-order.ts";
import { whenText } from "../../core/time.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { shortIds } from "../../shell/names.ts";
import { ChainCheck } from "./ChainCheck.tsx";

/** Who did what, when, why; append only. The filter stands in the address. Route: /audit */
export function AuditPage(): ReactNode {
  const t = useT();
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const { fields, filter: fit, set } = useFilter();
  const order = useOrder(AUDIT_SORTS, "-at");
  const filter = { ...fit, sort: order.by };
  const query = useAudit(filter);
  const list = query.data?.list;
  const current = list?.find((line) => line.audit_id === picked) ?? list?.[0];
  return (
    <ConsoleFrame title={t("route.audit")} meta={t("audit.meta")}>
      <Filters fields={fields} set={set} />
      <div className="columns-queue">
        <Panel
          title={t("route.audit")}
          end={
            <span className="acts">
              <ChainCheck />
              <CsvButton filter={filter} />
            </span>
          }
        >
          <Listing query={query} rows={12} hasOwnFile>
            {({ list: lines }) => (
              <AuditTable
                list={lines}
                order={order}
                selectedId={current?.audit_id}
                onSelect={setPicked}
              />
            )}
          </Listing>
        </Panel>
        {current !== undefined && <AuditDetail line={current} />}
      </div>
    </ConsoleFrame>
  );
}

type FieldName = "kind" | "operator_id" | "action" | "target" | "from" | "to";
type Fields = Readonly<Record<FieldName, string>>;

function useFilter() {
  const asked = useQueryOfAddress();
  const of = (name: FieldName): string => asked.get(name) ?? "";
  const fields: Fields = {
    kind: AUDIT_KINDS.find((kind) => kind === of("kind")) ?? (of("kind") === "all" ? "all" : "act"),
    operator_id: of("operator_id"),
    action: of("action"),
    target: of("target"),
    from: of("from"),
    to: of("to"),
  };
  const set = (name: FieldName, value: string): void => replaceQuery({ [name]: value });
  const { kind, operator_id, from, to } = fields;
  const action = useRested(fields.action.trim());
  const target = useRested(fields.target.trim());
  const filter: AuditFilter = {
    ...(kind !== "all" && { kind: kind as AuditKind }),
    ...(operator_id !== "" && { operator_id }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(action !== "" && { action }),
    ...(target !== "" && { target }),
  };
  return { fields, filter, set };
}

function Filters(props: {
  readonly fields: Fields;
  readonly set: (name: FieldName, value: string) => void;
}): ReactNode {
  const t = useT();
  const { fields, set } = props;
  const operators = useOperators().data ?? [];
  const field = (name: FieldName) => ({
    value: fields[name],
    onChange: (value: string) => set(name, value),
  });
  return (
    <div className="filter filter-many">
      <ConsoleSelect
        label={t("audit.kind")}
        {...field("kind")}
        options={[...AUDIT_KINDS, "all" as const].map((id) => ({
          id,
          label: t(`audit.kind.${id}`),
        }))}
      />
      <ConsoleSelect
        label={t("audit.who")}
        {...field("operator_id")}
        options={[
          { id: "", label: t("audit.everybody") },
          ...operators.map((one) => ({ id: one.operator_id, label: one.user_name })),
        ]}
      />
      <ConsoleField label={t("reports.from")} type="date" {...field("from")} />
      <ConsoleField label={t("reports.to")} type="date" {...field("to")} />
      <ConsoleField
        label={t("audit.action")}
        {...field("action")}
        placeholder={t("audit.actionHint")}
      />
      <ConsoleField
        label={t("audit.target")}
        {...field("target")}
        placeholder={t("audit.targetHint")}
      />
    </div>
  );
}

/** All rows of the filter, not only those that are shown. */
function CsvButton({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const t = useT();
  const act = useAct(
    async () => {
      const asked = new URLSearchParams(filter as Record<string, string>).toString();
      await download(`/api/operator/audit/file?${asked}`, "audit-log.csv");
    },
    { toast: true },
  );
  return (
    <ConsoleButton busy={act.busy} onPress={() => void act.run()}>
      {t("reports.csv")}
    </ConsoleButton>
  );
}

function AuditTable(props: {
  readonly list: readonly AuditLine[];
  readonly order: TableOrder;
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
      order={props.order}
      globalKeys
      empty={t("audit.none")}
      columns={[
        column.mute("at", t("ledger.at"), (line: AuditLine) => timeText(t, line.at)),
        {
          id: "who",
          label: t("audit.who"),
          kind: "strong",
          cell: (l) => l.operator ?? t("audit.club"),
        },
        {
          id: "action",
          label: t("audit.did"),
          cell: (line) => (
            <span className="words">
              {actionText(t, line.action)}
              {refusalOf(line) !== null && <Tag tone="loss">{t("audit.kind.refused")}</Tag>}
            </span>
          ),
        },
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

function refusalOf({ after }: AuditLine): string | null {
  const { refused } = (after ?? {}) as { refused?: unknown };
  return typeof refused === "string" ? refused : null;
}

const isRead = (action: string): boolean => /^(GET|TRY) |\.read$/.test(action);

function timeText(t: T, at: string): string {
  return whenText(t, at);
}

function actionText(t: T, action: string): string {
  return t.find(`audit.${action}`) ?? action;
}

/** The values before and after, as they were written. */
function AuditDetail({ line }: { readonly line: AuditLine }): ReactNode {
  const t = useT();
  const refusal = refusalOf(line);
  return (
    <Panel title={actionText(t, line.action)} padded>
      <div className="form">
        <p className="mute">{`${line.operator ?? t("audit.club")} · ${timeText(t, line.at)}`}</p>
        {line.target !== null && <p className="mono">{line.target}</p>}
        {refusal !== null && <p>{refusalText(t, refusal)}</p>}
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
