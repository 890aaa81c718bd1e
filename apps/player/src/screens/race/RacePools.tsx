import type { MultiPool, RaceDetail } from "@club/contract";
import { formatDividend, formatMoney } from "@club/i18n";
import { ColumnHead, DividendTable, ErrorState, type DividendLine } from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { isOpenLeg, namesOf, poolsOfRace, useMultiPool } from "../../slip/race/multi-pools.ts";
import { combinationParts } from "../../slip/race/selection-parts.ts";

/**
 * The pools over several races that end with this one: what each runner would pay, what was paid.
 * Where the last race fell or ran before another, the other decides: its own page tells what it pays.
 */
export function RacePools({ race }: { readonly race: RaceDetail }): ReactNode {
  const { list } = useDayTable(race.date);
  const isDecided = race.status === "settled" || race.status === "abandoned";
  return poolsOfRace(list, race.race_id)
    .map(({ pool }) => ({ pool, isLast: pool.races.at(-1) === race.raceNo }))
    .filter(({ pool }) => pool.status !== "OPEN" && pool.gross_cents > 0)
    .filter(({ pool, isLast }) => isLast || (pool.status === "CLOSED" && !isDecided))
    .map(({ pool: { multi_pool_id: id }, isLast }) => (
      <PoolEnd key={id} poolId={id} race={race} isLast={isLast} />
    ));
}

interface PoolProps {
  readonly poolId: string;
  readonly race: RaceDetail;
  /** Whether the pool ends with this race. */
  readonly isLast: boolean;
}

function PoolEnd({ poolId, race, isLast }: PoolProps): ReactNode {
  const t = useT();
  const { data: pool, isError, refetch } = useMultiPool(poolId);
  if (pool === undefined) {
    if (!isError || !isLast) return null;
    return <ErrorState title={t("multi.failed")} onRetry={() => void refetch()} />;
  }
  if (!isLast && !isLeft(pool, race)) return null;
  const isRunning = pool.status === "CLOSED";
  const title = pool.name;
  return (
    <section aria-label={title}>
      <ColumnHead title={title} hint={t(isRunning ? "multi.pays" : "multi.paid")} />
      <DividendTable
        label={title}
        pools={[
          {
            id: poolId,
            name: t(`pool.${pool.code}`),
            total: formatMoney(pool.gross_cents, race.currency, t.language, { decimals: "whole" }),
            lines: isRunning ? runningLines(t, pool, race) : endLines(t, pool),
          },
        ]}
      />
    </section>
  );
}

/** Whether this race alone is left to decide a pool. */
function isLeft({ legs }: MultiPool, { race_id }: RaceDetail): boolean {
  const open = legs.filter(isOpenLeg);
  return open.length === 1 && open[0]?.race_id === race_id;
}

/** What is still in it; once this race alone is left, a line for each of its runners. */
function runningLines(t: T, pool: MultiPool, race: RaceDetail): DividendLine[] {
  const amount = formatMoney(pool.live_cents, race.currency, t.language);
  const live = t("multi.live", { amount, n: pool.decided, of: pool.races.length });
  const price = (cents: number | null) =>
    cents === null ? t("multi.none") : formatDividend(cents, t.language);
  const willPays = isLeft(pool, race) ? pool.will_pays : [];
  return [
    { cloths: [], note: live, dividend: "" },
    ...willPays.map(({ horse_id, dividend_cents, minor_dividend_cents: minor }) => ({
      cloths: [horse_id],
      note: [
        namesOf(race, [horse_id]),
        ...(minor === null ? [] : [`${t("multi.minor")} ${formatDividend(minor, t.language)}`]),
      ].join(" · "),
      dividend: price(dividend_cents),
    })),
  ];
}

/** The dividends, or why there are none: jackpot, refund. */
function endLines(t: T, pool: MultiPool): DividendLine[] {
  const paid = pool.dividends.map(({ combination, dividend_cents }) => ({
    cloths: [],
    parts: combinationParts(t, combination),
    dividend: formatDividend(dividend_cents, t.language),
  }));
  if (pool.status === "PAID" && paid.length > 0) return paid;
  return [{ cloths: [], note: t(`poolStatus.${pool.status}`), dividend: "" }, ...paid];
}
