import type { RaceDetail } from "@club/contract";
import { Cloth, Icon, PriceButton, Sparkline, Tap, type RunnerRowProps } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { sortRunners, type RunnerKey, type RunnerOrder } from "./sort-runners.ts";
import { useRunner } from "./use-runner.ts";
import "./runner-table.css";

const HEADS = [
  ["number", "detail.byNumber"],
  [null, "detail.runners"],
  [null, "runner.form"],
  ["draw", "runner.barrier"],
  ["weight", "runner.weight"],
  [null, "detail.byPrice"],
  ["win", "pool.WIN"],
  ["place", "pool.PLACE"],
] as const satisfies readonly (readonly [RunnerKey | null, string])[];

/** On a desk the runners are a table: what a phone has in lines has columns, most of which sort. */
export function RunnerTable(props: {
  readonly race: RaceDetail;
  readonly onOpen: (number: number) => void;
}): ReactNode {
  const { race, onOpen } = props;
  const t = useT();
  const [order, setOrder] = useState<RunnerOrder>({ by: "number", isDown: false });
  const direction = order.isDown ? "descending" : "ascending";
  return (
    <table className="runner-table">
      <thead>
        <tr>
          {HEADS.map(([by, text]) => (
            <th key={text} scope="col" aria-sort={by === order.by ? direction : undefined}>
              {by === null ? (
                t(text)
              ) : (
                <button
                  type="button"
                  aria-pressed={by === order.by}
                  onClick={() => setOrder({ by, isDown: by === order.by && !order.isDown })}
                >
                  {t(text)}
                  {by === order.by && <Icon name="chevron-down" />}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sortRunners(race.runners, order).map((runner) => (
          <Row key={runner.horse_id} runner={runner} {...{ race, onOpen }} />
        ))}
      </tbody>
    </table>
  );
}

function Row(props: Parameters<typeof useRunner>[0]): ReactNode {
  const runner = useRunner(props);
  const { scratched, prices = [] } = runner;
  const { weight_kg: weight } = props.runner;
  return (
    <tr className="runner" data-scratched={scratched !== undefined || undefined}>
      <td>
        <Cloth number={runner.number} scratched={scratched !== undefined} />
      </td>
      <th scope="row" aria-label={runner.name}>
        <Tap className="runner-text down" onPress={runner.onPress}>
          <b>{runner.name}</b>
          <span className="runner-meta">{scratched ?? runner.meta}</span>
        </Tap>
      </th>
      <td className="fig">{scratched === undefined && props.runner.form}</td>
      <td className="fig">{runner.barrier ?? "–"}</td>
      <td className="fig">{weight?.toFixed(1) ?? "–"}</td>
      <td>
        {scratched === undefined && prices.length > 1 && (
          <Sparkline values={prices} move={runner.win?.move ?? "flat"} />
        )}
      </td>
      <PriceCells {...runner} />
    </tr>
  );
}

/** A scratched runner has none. */
function PriceCells({ scratched, win, place }: RunnerRowProps): ReactNode {
  return [win, place].map((price, at) => (
    // The first is to win, the second for a place.
    <td key={at}>{scratched === undefined && price !== undefined && <PriceButton {...price} />}</td>
  ));
}
