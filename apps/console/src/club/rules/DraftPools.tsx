import { POOL_CODES, RULE_BOUNDS } from "@club/domain";
import type { PoolCode, RuleFault } from "@club/domain";
import { DataTable } from "@club/ui/console";
import { useId, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { textOfCents } from "../../core/typed.ts";
import type { FormPart } from "./DraftForm.tsx";
import { roundingText } from "./FiguresPanel.tsx";
import { ROUNDINGS, SINGLES } from "./rule-form.ts";

type TypedPart = "takeout" | "minDividend" | "minStarters";
const FIELDS = {
  takeout: "takeout_bps",
  minDividend: "min_dividend_cents",
  minStarters: "min_starters",
} as const;

/** The figures of each pool, one row each. */
export function DraftPools(part: FormPart): ReactNode {
  const t = useT();
  const label = (what: "pool" | "rate") => t(`reportColumn.${what}`);
  return (
    <DataTable
      label={t("ruleSet.figures")}
      isGrid
      rows={POOL_CODES.map((id) => ({ id }))}
      rowId={({ id }) => id}
      columns={(column) => [
        column.strong("pool", label("pool"), ({ id }) => t(`pool.${id}`)),
        column.text("takeout", label("rate"), ({ id }) => (
          <Typed {...part} pool={id} what="takeout" label={label("rate")} />
        )),
        column.text("rounding", t("ruleSet.rounding"), ({ id }) => (
          <RoundingChoice {...part} pool={id} />
        )),
        column.text("least", t("ruleSet.minDividend"), ({ id }) => (
          <Typed {...part} pool={id} what="minDividend" label={t("ruleSet.minDividend")} />
        )),
        column.text("starters", t("ruleSet.minStarters"), ({ id }) =>
          SINGLES.includes(id) ? (
            <Typed {...part} pool={id} what="minStarters" label={t("ruleSet.minStarters")} />
          ) : (
            "–"
          ),
        ),
        column.text("none", t("ruleSet.noWinner"), ({ id }) => (
          <NoWinnerChoice {...part} pool={id} />
        )),
      ]}
    />
  );
}

interface OfPool extends FormPart {
  readonly pool: PoolCode;
}

function Typed(props: OfPool & { readonly what: TypedPart; readonly label: string }): ReactNode {
  const t = useT();
  const { form, faults, onChange, pool, what, label } = props;
  return (
    <FigureField
      label={`${t(`pool.${pool}`)}: ${label}`}
      value={form[what][pool] ?? ""}
      fault={faultText(t, faults.get(`${FIELDS[what]}.${pool}`), what !== "minStarters")}
      onChange={(text) => onChange({ [what]: { ...form[what], [pool]: text } })}
    />
  );
}

function RoundingChoice({ form, onChange, pool }: OfPool): ReactNode {
  const t = useT();
  return (
    <Choice
      label={`${t(`pool.${pool}`)}: ${t("ruleSet.rounding")}`}
      value={form.rounding[pool] ?? ""}
      options={ROUNDINGS.map((id) => ({ id, label: roundingText(t, id) }))}
      onChange={(id) => onChange({ rounding: { ...form.rounding, [pool]: id } })}
    />
  );
}

function NoWinnerChoice({ form, onChange, pool }: OfPool): ReactNode {
  const t = useT();
  if (!RULE_BOUNDS.jackpots.includes(pool)) return t("ruleSet.noWinner.refund");
  return (
    <Choice
      label={`${t(`pool.${pool}`)}: ${t("ruleSet.noWinner")}`}
      value={form.noWinner[pool] ?? ""}
      options={(["refund", "jackpot"] as const).map((id) => ({
        id,
        label: t(`ruleSet.noWinner.${id}`),
      }))}
      onChange={(id) => onChange({ noWinner: { ...form.noWinner, [pool]: id } })}
    />
  );
}

/** A choice in a cell: its name is for screen readers, not drawn. */
function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string) => void;
}): ReactNode {
  return (
    <select
      className="rule-input"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** What a field may hold, if it holds something else. Rates and dividends are shown as typed. */
export function faultText(
  t: T,
  fault: RuleFault | undefined,
  inHundredths: boolean,
): string | undefined {
  if (fault === undefined) return undefined;
  if (fault.kind === "order") return t("ruleSet.order");
  const told = (value: number | undefined): string =>
    value === undefined ? "–" : inHundredths ? textOfCents(value) : String(value);
  return t("ruleSet.range", { least: told(fault.least), most: told(fault.most) });
}

/** A figure in a cell: its name is for screen readers, not drawn; a fault stands below. */
export function FigureField(props: {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const id = useId();
  const { fault } = props;
  return (
    <>
      <input
        className="rule-input fig"
        aria-label={props.label}
        inputMode="decimal"
        autoComplete="off"
        value={props.value}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {fault !== undefined && (
        <small id={id} className="loss rule-fault">
          {fault}
        </small>
      )}
    </>
  );
}
