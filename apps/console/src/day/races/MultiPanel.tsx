import type { DeskMultiPool, MultiPool, OperatorRace, WillPayLine } from "@club/contract";
import { formatCount, formatDividend, formatMoney } from "@club/i18n";
import { Cloth, SelectionLine } from "@club/ui";
import {
  ConsoleButton,
  type DataColumn,
  DataTable,
  Panel,
  PanelHead,
  Tag,
  column,
} from "@club/ui/console";
import { useEffect, useState, type ReactNode } from "react";
import { refreshMultiPools, useMultiPool, useMultiPools } from "../../api/multi-pools.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { Listing } from "../../shell/Listing.tsx";
import { PauseDialog } from "../incidents/PauseDialog.tsx";
import { RefundDialog } from "../pools/PoolActs.tsx";
import { partsOf } from "../pools/pool-rows.ts";
import { RaceTag } from "./RaceTag.tsx";

/** The pools of several races that a race is a leg of: leg by leg, what is alive, what would be paid. */
export function MultiPanel({ race }: { readonly race: OperatorRace }): ReactNode {
  const { data } = useMultiPools(race.event_id);
  useEffect(refreshMultiPools, [race.status, race.gross_cents]);
  const pools = (data ?? []).filter(({ races }) => races.includes(race.raceNo));
  return pools.map((pool) => <OnePool key={pool.multi_pool_id} pool={pool} race={race} />);
}

interface OneProps {
  readonly pool: DeskMultiPool;
  readonly race: OperatorRace;
}

function OnePool({ pool, race }: OneProps): ReactNode {
  const t = useT();
  const query = useMultiPool(pool.multi_pool_id);
  const kind = t(`pool.${pool.code}`);
  const status =
    pool.paused && pool.status === "OPEN" ? t("pause.tag") : t(`poolStatus.${pool.status}`);
  return (
    <Panel
      title={pool.name === kind ? kind : `${pool.name} · ${kind}`}
      meta={
        <Tag tone={pool.status === "OPEN" ? "turf" : "plain"}>
          {status.toLocaleLowerCase(t.language)}
        </Tag>
      }
      end={<PoolButtons pool={pool} race={race} />}
    >
      <Money pool={pool} currency={race.currency} alive={query.data} />
      <Listing query={query} rows={pool.races.length}>
        {(stand) => (
          <>
            <Legs stand={stand} race={race} />
            <WillPays stand={stand} currency={race.currency} />
          </>
        )}
      </Listing>
    </Panel>
  );
}

function Money(props: {
  readonly pool: DeskMultiPool;
  readonly currency: string;
  readonly alive: MultiPool | undefined;
}): ReactNode {
  const t = useT();
  const { pool, currency, alive } = props;
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const words = [
    `${t("dry.gross_cents")} ${money(pool.gross_cents)}`,
    `${t("nav.bets")} ${formatCount(pool.bets, t.language)}`,
    ...(pool.jackpot_cents > 0 ? [`${t("account.jackpot")} ${money(pool.jackpot_cents)}`] : []),
    ...(pool.guarantee_cents > 0
      ? [`${t("multi.guaranteed")} ${money(pool.guarantee_cents)}`]
      : []),
    ...(alive !== undefined && pool.status === "CLOSED"
      ? [`${t("multi.alive")} ${money(alive.live_cents)}`]
      : []),
  ];
  return <p className="mute pad">{words.join(" · ")}</p>;
}

type Leg = MultiPool["legs"][number];

function Legs(props: { readonly stand: MultiPool; readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const { stand, race } = props;
  const columns: DataColumn<Leg>[] = [
    column.strong("leg", t("multi.legHead"), ({ leg }) => t("multi.leg", { n: leg })),
    column.strong("race", t("route.race"), ({ raceNo }) => t("race.short", { n: raceNo })),
    column.text("status", t("race.status"), ({ status }) => <RaceTag status={status} />),
    column.text("winners", t("dry.winning"), (leg) => <Winners leg={leg} />),
  ];
  return (
    <>
      <DataTable
        label={`${stand.name}: ${t("multi.legsTitle")}`}
        rows={stand.legs}
        rowId={(leg) => leg.race_id}
        isMuted={(leg) => leg.race_id !== race.race_id && leg.winners === null && !leg.void}
        columns={columns}
      />
      {stand.dividends.length > 0 && (
        <p className="pad words">
          {stand.dividends.map(({ combination, dividend_cents }) => (
            <span key={combination} className="words">
              <SelectionLine parts={partsOf(combination)} />{" "}
              <b className="fig">{formatDividend(dividend_cents, t.language)}</b>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Winners({ leg }: { readonly leg: Leg }): ReactNode {
  const t = useT();
  if (leg.void) return <Tag>{t("multi.void")}</Tag>;
  if (leg.winners === null) return "–";
  return <SelectionLine parts={leg.winners.map((number) => ({ number }))} />;
}

/** What the pool pays by the winner of the one leg that is left. */
function WillPays(props: { readonly stand: MultiPool; readonly currency: string }): ReactNode {
  const t = useT();
  const { stand, currency } = props;
  const left = stand.legs.find((leg) => leg.winners === null && !leg.void);
  if (stand.will_pays.length === 0 || left === undefined) return null;
  const pays = (cents: number | null) => (cents === null ? "–" : formatDividend(cents, t.language));
  const columns: DataColumn<WillPayLine>[] = [
    column.text("runner", t("race.runner"), ({ horse_id }) => (
      <Cloth number={horse_id} size="small" />
    )),
    column.figure("stakes", t("multi.alive"), ({ stakes_cents }) =>
      formatMoney(stakes_cents, currency, t.language, { plain: true }),
    ),
    column.figure("pays", t("multi.pays"), ({ dividend_cents }) => pays(dividend_cents)),
  ];
  if (stand.will_pays.some((line) => line.minor_dividend_cents !== null)) {
    columns.push(
      column.figure("second", t("multi.second"), (line) => pays(line.minor_dividend_cents)),
    );
  }
  return (
    <>
      <PanelHead title={`${t("multi.willPay")} · ${t("race.short", { n: left.raceNo })}`} />
      <DataTable
        label={`${stand.name}: ${t("multi.willPay")}`}
        rows={stand.will_pays}
        rowId={({ horse_id }) => String(horse_id)}
        columns={columns}
      />
    </>
  );
}

/** Pauses it while it takes bets; gives every stake back until it is settled. */
function PoolButtons({ pool, race }: OneProps): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/incidents", "POST /api/operator/pools/:pool_id/refund");
  const [asking, setAsking] = useState<"pause" | "refund" | undefined>(undefined);
  const { multi_pool_id: poolId, name } = pool;
  const isAlive = ["OPEN", "CLOSED"].includes(pool.status);
  if (!may || !isAlive) return null;
  const close = () => {
    setAsking(undefined);
    refreshMultiPools();
  };
  return (
    <span className="acts">
      {pool.status === "OPEN" && !pool.paused && !race.paused && (
        <ConsoleButton
          kind="text"
          label={t("poolAct.pause.of", { pool: name })}
          onPress={() => setAsking("pause")}
        >
          {t("poolAct.pause")}
        </ConsoleButton>
      )}
      <ConsoleButton
        kind="text"
        label={t("poolAct.refund.of", { pool: name })}
        onPress={() => setAsking("refund")}
      >
        {t("poolAct.refund")}
      </ConsoleButton>
      {asking === "pause" && (
        <PauseDialog what={{ scope: "pool", pool_id: poolId }} name={name} onClose={close} />
      )}
      {asking === "refund" && (
        <RefundDialog
          pool={{ ...pool, pool_id: poolId }}
          name={name}
          currency={race.currency}
          onClose={close}
        />
      )}
    </span>
  );
}
