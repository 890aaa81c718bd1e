import type { RuleFigures } from "@club/contract";
import { POOL_CODES } from "@club/domain";
import type { PoolCode } from "@club/domain";
import { DataTable, type DataColumn, FactList, Panel, column } from "@club/ui/console";
import type { ReactNode } from "react";
import { changedFields } from "../../api/rules.ts";
import { useT, type T } from "../../core/lang.ts";
import { textOfCents } from "../../core/typed.ts";
import { hundredths } from "./rule-form.ts";

interface Pool {
  readonly id: PoolCode;
}

/** Every figure of a version; those that differ from the version before are marked. */
export function FiguresPanel(props: {
  readonly title: string;
  readonly figures: RuleFigures;
  readonly before: RuleFigures | undefined;
  readonly choice: ReactNode;
  readonly foot: ReactNode;
}): ReactNode {
  const t = useT();
  const { figures, before } = props;
  const changed = before === undefined ? new Set<string>() : changedFields(before, figures);
  const mark: Mark = (field, text) =>
    changed.has(field) ? (
      <span className="rule-changed">
        {text}
        <span className="hidden-text"> {t("ruleSet.changed")}</span>
      </span>
    ) : (
      text
    );
  return (
    <Panel
      title={props.title}
      meta={changed.size === 0 ? undefined : t("ruleSet.changes", { n: changed.size })}
      end={props.choice}
    >
      <DataTable
        label={props.title}
        isGrid
        rows={POOL_CODES.map((id): Pool => ({ id }))}
        rowId={({ id }) => id}
        columns={poolColumns(t, figures, mark)}
      />
      <div className="rule-facts">
        <Facts figures={figures} mark={mark} />
      </div>
      {props.foot}
    </Panel>
  );
}

type Mark = (field: string, text: ReactNode) => ReactNode;

function Facts({
  figures,
  mark,
}: {
  readonly figures: RuleFigures;
  readonly mark: Mark;
}): ReactNode {
  const t = useT();
  return (
    <FactList
      facts={[
        { label: t("ruleSet.places"), value: mark("places", <Places figures={figures} />) },
        {
          label: t("ruleSet.deadheat"),
          value: mark("deadheat", t(`ruleSet.deadheat.${figures.deadheat}`)),
        },
        {
          label: t("ruleSet.withdrawn"),
          value: mark("withdrawn", t(`ruleSet.withdrawn.${figures.doubles.withdrawn}`)),
        },
        {
          label: t("ruleSet.leg1Void"),
          value: mark("leg1_void", t(`ruleSet.leg1Void.${figures.doubles.leg1_void}`)),
        },
      ]}
    />
  );
}

function poolColumns(t: T, figures: RuleFigures, mark: Mark): DataColumn<Pool>[] {
  const starters = figures.min_starters as Readonly<Record<string, number>>;
  return [
    column.strong("pool", t("reportColumn.pool"), ({ id }) => t(`pool.${id}`)),
    column.figure("takeout", t("reportColumn.rate"), ({ id }) =>
      mark(`takeout_bps.${id}`, hundredths(figures.takeout_bps[id])),
    ),
    column.text("rounding", t("ruleSet.rounding"), ({ id }) =>
      mark(`rounding.${id}`, roundingText(t, figures.rounding[id])),
    ),
    column.figure("least", t("ruleSet.minDividend"), ({ id }) =>
      mark(`min_dividend_cents.${id}`, textOfCents(figures.min_dividend_cents[id])),
    ),
    column.figure("starters", t("ruleSet.minStarters"), ({ id }) =>
      mark(`min_starters.${id}`, starters[id] ?? "–"),
    ),
    column.text("none", t("ruleSet.noWinner"), ({ id }) =>
      mark(`no_winner.${id}`, t(`ruleSet.noWinner.${figures.no_winner[id]}`)),
    ),
  ];
}

/** "down 10" in words. */
export function roundingText(t: T, rounding: string): string {
  const [kind, step] = rounding.split(" ");
  return t(kind === "nearest" ? "ruleSet.nearest" : "ruleSet.down", {
    step: textOfCents(Number(step)),
  });
}

function Places({ figures }: { readonly figures: RuleFigures }): ReactNode {
  const t = useT();
  return figures.places
    .map(([starters, places, only]) =>
      t(only === "handicap" ? "ruleSet.placesHandicap" : "ruleSet.placesRow", { starters, places }),
    )
    .join("; ");
}
