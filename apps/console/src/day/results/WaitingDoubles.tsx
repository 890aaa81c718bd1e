import type { OperatorRace } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { SelectionLine } from "@club/ui";
import { ConsoleButton, DataTable, Panel, type DataColumn, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { actOnRace } from "../../api/race.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { partsOf, poolName, type RaceName } from "../pools/pool-rows.ts";
import { PoolDialog } from "../pools/PoolActs.tsx";
import { askFor, emptyDraft, entriesOf, isComplete } from "./dividend-draft.ts";
import { DividendFields } from "./DividendFields.tsx";
import { useRaceNames } from "./use-dividends.ts";

type WaitingPool = NonNullable<OperatorRace["waiting_doubles"]>[number];
type Asking = { readonly way: "declare" | "giveBack"; readonly pool: WaitingPool };

/**
 * Doubles with official dividends that end in an abandoned race wait until somebody declares what
 * they pay, or refunds them.
 */
export function WaitingDoubles({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const may = useMay(
    "POST /api/operator/races/:race_id/abandon",
    "POST /api/operator/pools/:pool_id/refund",
  );
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const doubles = race.waiting_doubles ?? [];
  const raceName = useRaceNames(race, doubles);
  if (doubles.length === 0) return null;
  const columns = columnsOf(t, race, raceName);
  return (
    <Panel title={t("doubles.waiting")} tone="loss" meta={t("doubles.waitingMeta")}>
      <DataTable
        label={t("doubles.waiting")}
        rows={doubles}
        rowId={(pool) => pool.pool_id}
        columns={may ? [...columns, waysColumn(t, raceName, setAsking)] : columns}
      />
      {asking !== undefined && (
        <Way race={race} asking={asking} raceName={raceName} onClose={() => setAsking(undefined)} />
      )}
    </Panel>
  );
}

function columnsOf(t: T, race: OperatorRace, raceName: RaceName): DataColumn<WaitingPool>[] {
  const stakesOf = (id: string) => race.pools.find((pool) => pool.pool_id === id)?.gross_cents;
  return [
    column.strong("pool", t("race.pool"), (pool) => poolName(t, pool, raceName)),
    column.text("combinations", t("dry.winning"), ({ combinations }) => (
      <span className="dividend-parts">
        {combinations.map((each) => (
          <SelectionLine key={each} parts={partsOf(each)} />
        ))}
      </span>
    )),
    {
      id: "stakes",
      label: t("dry.gross_cents"),
      kind: "figure",
      tone: "brass",
      cell: ({ pool_id }) => {
        const cents = stakesOf(pool_id);
        return cents === undefined
          ? "–"
          : formatMoney(cents, race.currency, t.language, { plain: true });
      },
    },
  ];
}

function waysColumn(
  t: T,
  raceName: RaceName,
  onAsk: (asking: Asking) => void,
): DataColumn<WaitingPool> {
  const button = (way: Asking["way"], pool: WaitingPool) => {
    const label = t(way === "declare" ? "declare.act" : "poolAct.refund");
    return (
      <ConsoleButton
        kind="text"
        label={`${label}: ${poolName(t, pool, raceName)}`}
        onPress={() => onAsk({ way, pool })}
      >
        {label}
      </ConsoleButton>
    );
  };
  return {
    id: "act",
    label: t("sheet.act"),
    kind: "end",
    cell: (pool) => (
      <span className="acts">
        {button("declare", pool)}
        {button("giveBack", pool)}
      </span>
    ),
  };
}

interface WayProps {
  readonly race: OperatorRace;
  readonly asking: Asking;
  readonly raceName: RaceName;
  readonly onClose: () => void;
}

function Way(props: WayProps): ReactNode {
  const { race, asking, onClose } = props;
  if (asking.way === "declare") return <DeclareDialog {...props} />;
  const pool = race.pools.find(({ pool_id }) => pool_id === asking.pool.pool_id);
  if (pool === undefined) return null;
  return <PoolDialog race={race} asking={{ act: "refund", pool }} onClose={onClose} />;
}

/** The officially declared dividend of each combination that still stands. */
function DeclareDialog({ race, asking, raceName, onClose }: WayProps): ReactNode {
  const t = useT();
  const [draft, setDraft] = useState(() => askFor(emptyDraft(race.race_id), [asking.pool]));
  const run = async (reason: string) => {
    const declared_dividends = entriesOf(draft);
    await actOnRace("abandon", race.race_id, { reason, declared_dividends });
    return t("declare.done");
  };
  return (
    <AskDialog
      title={`${t("declare.act")}: ${poolName(t, asking.pool, raceName)}`}
      text={t("declare.text")}
      label={t("declare.act")}
      reason="needed"
      missing={isComplete(draft) ? undefined : t("declare.missing")}
      run={run}
      onClose={onClose}
    >
      <DividendFields
        draft={draft}
        raceName={raceName}
        onType={(key, text) => setDraft({ ...draft, texts: { ...draft.texts, [key]: text } })}
      />
    </AskDialog>
  );
}
