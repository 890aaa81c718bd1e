import type { BoardData, OperatorRace } from "@club/contract";
import { type BoardPoolCode, isBoardPool, poolOf, readCombination } from "@club/domain";
import { formatCount, formatDividend, formatMoney } from "@club/i18n";
import {
  type BoardCell,
  BoardGrid,
  BoardList,
  ConsoleField,
  Panel,
  PanelState,
  Segmented,
} from "@club/ui/console";
import { useEffect, useState, type ReactNode } from "react";
import { errorText } from "../../api/error-text.ts";
import { useData } from "../../api/read.ts";
import { useT, type T } from "../../core/lang.ts";

/** The pool's own money by combination: a grid of two runners, else the top rows and a search. */
export function BoardPanel({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const pools = race.pools.map(({ pool }) => pool).filter(isBoardPool);
  const [chosen, setChosen] = useState<BoardPoolCode | undefined>(pools[0]);
  if (chosen === undefined) return null;
  return (
    <Panel
      title={t("pools.board.title")}
      end={
        <Segmented
          label={t("pools.board.pool")}
          options={pools.map((pool) => ({ id: pool, label: t(`pool.${pool}`) }))}
          value={chosen}
          onChange={setChosen}
        />
      }
    >
      <PoolBoard key={chosen} race={race} pool={chosen} />
    </Panel>
  );
}

const CALM_MS = 15_000;
/** The server's board is at most so old. */
const READ_AGAIN_MS = 1500;

type Shown = { readonly race: OperatorRace; readonly pool: BoardPoolCode };

/** The board, read again when the stream says that the pool has other money. */
function useBoard({ race, pool }: Shown) {
  const { race_id } = race;
  const query = useData(
    ["board", race_id, pool],
    "/api/races/:race_id/board",
    { race_id, pool },
    { refetchInterval: CALM_MS },
  );
  const gross = race.pools.find((each) => each.pool === pool)?.gross_cents;
  const { data, dataUpdatedAt, refetch } = query;
  const isOld = data !== undefined && gross !== undefined && gross !== data.gross_cents;
  useEffect(() => {
    if (!isOld) return;
    const wait = Math.max(0, dataUpdatedAt + READ_AGAIN_MS - Date.now());
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [isOld, dataUpdatedAt, refetch]);
  return query;
}

function PoolBoard({ race, pool }: Shown): ReactNode {
  const t = useT();
  const { data: board, isError, error, refetch } = useBoard({ race, pool });
  if (board === undefined) {
    if (!isError) return <PanelState state="loading" />;
    return <PanelState state="failed" text={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  if (board.gross_cents === 0) {
    return <PanelState state="empty" title={t("pools.board.none")} />;
  }
  const { length, isOrdered } = poolOf(pool);
  const money = (cents: number) => formatMoney(cents, race.currency, t.language);
  return (
    <>
      <p className="mute pad">
        {[
          `${t("pools.board.net")} ${money(board.net_cents)}`,
          `${t("pools.board.combos")} ${formatCount(board.total_combinations, t.language)}`,
        ].join(" · ")}
      </p>
      {length === 2 ? (
        <BoardGrid
          label={t(isOrdered ? "pools.board.order" : "pools.board.any")}
          runners={race.runners.flatMap(({ horse_id, scratched }) => (scratched ? [] : [horse_id]))}
          cells={toCells(t, race, board)}
        />
      ) : (
        <Rows race={race} board={board} />
      )}
    </>
  );
}

function Rows(props: { readonly race: OperatorRace; readonly board: BoardData }): ReactNode {
  const t = useT();
  const { race, board } = props;
  const [typed, setTyped] = useState("");
  const { length } = poolOf(board.pool);
  const numbers = typed.match(/\d+/g)?.map(Number) ?? [];
  const combination = numbers.join("-");
  const isOne = numbers.length === length;
  const one = useData(
    ["board", race.race_id, board.pool, combination],
    "/api/races/:race_id/board",
    { race_id: race.race_id, pool: board.pool, combination },
    { enabled: isOne, retry: false },
  );
  const named = board.list.filter((line) => {
    const runners = readCombination(line.combination);
    return numbers.every((number) => runners.includes(number));
  });
  const shown = isOne ? (one.data ?? { ...board, list: [] }) : { ...board, list: named };
  return (
    <>
      <div className="pad">
        <ConsoleField
          label={t("pools.board.find")}
          value={typed}
          onChange={setTyped}
          hint={t("pools.board.hint", { example: [7, 3, 1, 5].slice(0, length).join("-") })}
          error={isOne && one.isError ? t("pools.board.no") : undefined}
        />
      </div>
      <BoardList label={t(`pool.${board.pool}`)} cells={toCells(t, race, shown)} />
    </>
  );
}

/** As many have the most money. */
const BACKED = 5;

function toCells(t: T, { currency }: OperatorRace, { list }: BoardData): BoardCell[] {
  return list.map(({ combination, stake_cents, dividend_cents }, i) => ({
    cloths: readCombination(combination),
    price: dividend_cents === null ? "–" : formatDividend(dividend_cents, t.language),
    stake: formatMoney(stake_cents, currency, t.language),
    isBacked: i < BACKED && stake_cents > 0,
  }));
}
