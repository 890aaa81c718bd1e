import type { DayMeeting, RaceDetail } from "@club/contract";
import { isRunnerPool, readCombination, sumCents } from "@club/domain";
import { formatDividend, formatMoney } from "@club/i18n";
import { ColumnHead, DividendTable, PlacingRow, type DividendPool } from "@club/ui";
import type { ReactNode } from "react";
import { useDayTable } from "../../api/races.ts";
import { useT, type T } from "../../core/lang.ts";
import { placeName } from "../../core/texts.ts";
import { CheckRace } from "../../proofs/CheckRow.tsx";
import { legsOfDouble } from "./RaceBoard.tsx";

/** The placings with dead heats as "=2nd", and every combination's own dividend. */
export function RaceResult({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const { list } = useDayTable(race.date);
  const pools = tablesOf(t, race, list ?? []);
  const unit = formatMoney(100, race.currency, t.language);
  return (
    <section aria-label={t("detail.result")}>
      <ColumnHead
        look="result"
        title={t("detail.placings")}
        columns={[t("pool.WIN"), t("pool.PLACE")]}
      />
      <Placings race={race} />
      {pools.length > 0 && (
        <>
          <ColumnHead
            title={t("race.dividends", { unit })}
            hint={`${t("race.pool")} ${turnoverOf(t, race)}`}
          />
          <DividendTable label={t("race.dividends", { unit })} pools={pools} />
        </>
      )}
      <CheckRace race={race} />
    </section>
  );
}

function turnoverOf(t: T, race: RaceDetail): string {
  const cents = sumCents(race.pools.map((pool) => BigInt(pool.gross_cents)));
  return formatMoney(cents, race.currency, t.language);
}

interface Finisher {
  readonly number: number;
  readonly position: number;
  readonly isTied: boolean;
}

function finishersOf(placings: readonly (readonly number[])[]): Finisher[] {
  let position = 1;
  return placings.flatMap((group) => {
    const here = position;
    position += group.length;
    return group.map((number) => ({ number, position: here, isTied: group.length > 1 }));
  });
}

function Placings({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  return finishersOf(race.result?.placings ?? []).map(({ number, position, isTied }) => {
    const runner = race.runners.find(({ horse_id }) => horse_id === number);
    const place = placeName(t, position);
    return (
      <PlacingRow
        key={number}
        place={isTied ? t("place.tied", { place }) : place}
        isWinner={position === 1}
        number={number}
        name={runner?.name ?? ""}
        meta={isTied ? t("race.deadHeat") : (runner?.jockey ?? undefined)}
        dividends={[dividendOf(t, race, ["WIN", number]), dividendOf(t, race, ["PLACE", number])]}
      />
    );
  });
}

function dividendOf(t: T, race: RaceDetail, [pool, number]: readonly [string, number]): string {
  const line = race.dividends.find(
    (each) => each.pool === pool && each.combination === String(number),
  );
  return line === undefined ? "" : formatDividend(line.dividend_cents, t.language);
}

function tablesOf(t: T, race: RaceDetail, day: readonly DayMeeting[]): DividendPool[] {
  return race.pools
    .filter(({ pool, bets }) => !isRunnerPool(pool) && bets > 0)
    .map((pool) => {
      const own = race.dividends.filter((line) => line.pool === pool.pool);
      const lines = pool.race_id2 === null ? own : (pool.dividends ?? own);
      const legs = legsOfDouble(t, { race, pool, day });
      const gross = formatMoney(pool.gross_cents, race.currency, t.language, { decimals: "whole" });
      return {
        id: pool.pool_id,
        name: t(`pool.${pool.pool}`),
        total: [legs, gross].filter((part) => part !== undefined).join(" · "),
        lines: lines.length > 0 ? lines.map((line) => lineOf(t, line)) : [stateOf(t, pool.status)],
        joint: pool.race_id2 === null ? undefined : t("selection.leg2"),
      };
    });
}

function lineOf(t: T, line: Pick<RaceDetail["dividends"][number], "combination" | "dividend_cents">) {
  return {
    cloths: readCombination(line.combination),
    dividend: formatDividend(line.dividend_cents, t.language),
  };
}

/** A pool without a dividend: refunded, carried over, or not settled yet. */
function stateOf(t: T, status: RaceDetail["pools"][number]["status"]) {
  const isOpen = status === "OPEN" || status === "CLOSED";
  const note = isOpen ? t("detail.notSettled") : t(`poolStatus.${status}`);
  return { cloths: [], dividend: "", note };
}
