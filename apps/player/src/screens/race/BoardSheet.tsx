import type { BoardData, BoardLine, RaceDetail } from "@club/contract";
import { type BoardPoolCode, poolOf, readCombination } from "@club/domain";
import { formatCount, formatDividend, formatMoney } from "@club/i18n";
import {
  type BoardCell,
  BoardGrid,
  BoardList,
  EmptyState,
  ErrorState,
  Field,
  Figure,
  FilterChips,
  Sheet,
  Skeleton,
} from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { reportOf } from "../../core/texts.ts";
import { useBoard, useCombination } from "./use-board.ts";
import "./runner-sheet.css";

interface Props {
  readonly race: RaceDetail;
  readonly pools: readonly BoardPoolCode[];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What each combination of a pool would pay: a grid of two runners, or the top rows and a search. */
export function BoardSheet({ race, pools, open, onClose }: Props): ReactNode {
  const t = useT();
  const [chosen, setChosen] = useState(pools[0] as BoardPoolCode);
  return (
    <Sheet open={open} onClose={onClose} title={t("pools.board.title")} full>
      <FilterChips
        label={t("pools.board.pool")}
        chips={pools.map((pool) => ({ id: pool, label: t(`pool.${pool}`) }))}
        selectedId={chosen}
        onSelect={(id) => setChosen(pools.find((pool) => pool === id) ?? chosen)}
      />
      {open && <PoolBoard key={chosen} race={race} pool={chosen} />}
    </Sheet>
  );
}

type Shown = { readonly race: RaceDetail; readonly pool: BoardPoolCode };

function PoolBoard({ race, pool }: Shown): ReactNode {
  const t = useT();
  const { data: board, isError, error, refetch } = useBoard(race, pool);
  if (board === undefined) {
    if (!isError) return <Skeleton kind="runner" rows={8} />;
    const title = t("pools.board.failed");
    return (
      <ErrorState title={title} onRetry={() => void refetch()} reference={reportOf(t, error)} />
    );
  }
  const isPair = poolOf(pool).length === 2;
  return (
    <div className="runner-sheet">
      <Figures race={race} board={board} />
      {board.gross_cents === 0 ? (
        <EmptyState title={t("pools.board.none")} text={t("detail.boardNone")} />
      ) : (
        <>
          {isPair ? <Grid race={race} board={board} /> : <Rows race={race} board={board} />}
          <p className="mute">{t("pools.board.note")}</p>
        </>
      )}
    </div>
  );
}

type Known = { readonly race: RaceDetail; readonly board: BoardData };

function Figures({ race, board }: Known): ReactNode {
  const t = useT();
  const money = (cents: number) =>
    formatMoney(cents - (cents % 100), race.currency, t.language, { decimals: "whole" });
  return (
    <div className="runner-figures">
      <Figure label={t("pools.board.pool")} value={money(board.gross_cents)} />
      <Figure label={t("pools.board.net")} value={money(board.net_cents)} />
      <Figure
        label={t("pools.board.combos")}
        value={formatCount(board.total_combinations, t.language)}
      />
    </div>
  );
}

function Grid({ race, board }: Known): ReactNode {
  const t = useT();
  const runners = race.runners.filter(({ scratched }) => !scratched);
  const { isOrdered } = poolOf(board.pool);
  return (
    <BoardGrid
      label={t(isOrdered ? "pools.board.order" : "pools.board.any")}
      runners={runners.map(({ horse_id }) => horse_id)}
      cells={toCells(t, race, board.list)}
    />
  );
}

function Rows({ race, board }: Known): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState("");
  const { length } = poolOf(board.pool);
  const numbers = typed.match(/\d+/g)?.map(Number) ?? [];
  const asked = numbers.length === length ? numbers.join("-") : undefined;
  const one = useCombination(race, board.pool, asked);
  const lines =
    asked === undefined
      ? board.list.filter(({ combination }) => {
          const named = readCombination(combination);
          return numbers.every((number) => named.includes(number));
        })
      : (one.data?.list ?? []);
  const example = [7, 3, 1, 5].slice(0, length).join("-");
  return (
    <>
      <Field
        label={t("pools.board.find")}
        name="combination"
        type="search"
        value={typed}
        onChange={setTyped}
        hint={t("pools.board.hint", { example })}
        error={one.isError ? t("pools.board.no") : undefined}
        maxLength={20}
      />
      <BoardList label={t(`pool.${board.pool}`)} cells={toCells(t, race, lines)} />
    </>
  );
}

/** As many have the most money. */
const BACKED = 5;

function toCells(t: T, race: RaceDetail, lines: readonly BoardLine[]): BoardCell[] {
  return lines.map(({ combination, stake_cents, dividend_cents }, i) => ({
    cloths: readCombination(combination),
    price: dividend_cents === null ? "–" : formatDividend(dividend_cents, t.language),
    stake: formatMoney(stake_cents, race.currency, t.language),
    isBacked: i < BACKED && stake_cents > 0,
  }));
}
