import { RUNNER_COLUMNS } from "@club/domain";
import { showToast } from "@club/ui";
import { ConsoleButton, ScrollFrame } from "@club/ui/console";
import { useCallback, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { cellOf, columnsFrom, pasteBlock, removeRunner } from "./card-sheet.ts";
import { cellSelector, type RaceProps } from "./form-act.ts";
import { RunnerCell, type TakeBlock } from "./RunnerCell.tsx";
import { LABELS } from "./SheetField.tsx";

/**
 * The runners of a race: a row each, a field in every cell, as in a spreadsheet. It stays a table
 * where others become cards: a block is pasted over rows and columns.
 */
export function RunnerGrid(props: RaceProps): ReactNode {
  const t = useT();
  const label = t("hand.field", { race: props.race.number });
  const onBlock = useTakeBlock(props);
  return (
    <ScrollFrame className="card-grid" label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {RUNNER_COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(LABELS[column])}
              </th>
            ))}
            <th scope="col">
              <span className="hidden-text">{t("sheet.act")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.race.lines.map((line, row) => (
            <RunnerRow key={row} {...props} line={line} row={row} onBlock={onBlock} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function RunnerRow(
  props: RaceProps & { readonly line: number; readonly row: number; readonly onBlock: TakeBlock },
): ReactNode {
  const t = useT();
  const { sheet, race, at, line, row } = props;
  const number = cellOf(sheet, line, "number").trim();
  const named = { race: race.number, runner: number === "" ? String(row + 1) : number };
  const last = race.lines.length - 1;
  const before = { race: at, row: Math.min(row, last - 1), column: "name" } as const;
  return (
    <tr>
      {RUNNER_COLUMNS.map((column) => (
        <td key={column} data-column={column}>
          <RunnerCell
            race={at}
            row={row}
            column={column}
            value={cellOf(sheet, line, column)}
            label={t("hand.cell", { ...named, field: t(LABELS[column]) })}
            act={props.act}
            onBlock={props.onBlock}
          />
        </td>
      ))}
      <td>
        {last > 0 && (
          <ConsoleButton
            kind="text"
            icon="trash"
            label={t("hand.removeRunner", named)}
            onPress={() =>
              props.takeOut(removeRunner(at, row), t("hand.runnerOut", named), cellSelector(before))
            }
          />
        )}
      </td>
    </tr>
  );
}

/** Fills the cells from one on with a copied block, and says how far it went. */
function useTakeBlock({ act }: RaceProps): TakeBlock {
  const t = useT();
  return useCallback<TakeBlock>(
    (at, block) => {
      act(pasteBlock(at, block));
      const room = columnsFrom(at.column).length;
      const isWider = block.some((cells) => cells.length > room);
      showToast(t(isWider ? "hand.pastedPart" : "hand.pasted", { n: block.length }));
    },
    [act, t],
  );
}
