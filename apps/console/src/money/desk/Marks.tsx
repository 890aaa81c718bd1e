import type { TogetherDone } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, type DataColumn, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

export interface Marks {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

/** Rows marked for a joint approval; X marks the current one. A row that has left is not marked. */
export function useMarks(there: readonly string[], currentId: string | undefined): Marks {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void =>
    setMarked(
      (before) =>
        new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
    );
  useKeys({ x: () => currentId !== undefined && toggle(currentId) });
  return {
    ids: new Set(there.filter((id) => marked.has(id))),
    toggle,
    clear: () => setMarked(new Set()),
  };
}

/** The first column of a queue: a box per row. */
export function markColumn<Row>(
  t: T,
  marks: Marks,
  of: { readonly id: (row: Row) => string; readonly name: (row: Row) => string },
): DataColumn<Row> {
  return {
    id: "mark",
    label: t("queue.mark"),
    hideLabel: true,
    width: "2rem",
    cell: (row) => (
      <input
        type="checkbox"
        className="queue-mark"
        aria-label={`${t("queue.mark")}: ${of.name(row)}`}
        checked={marks.ids.has(of.id(row))}
        onClick={(event) => event.stopPropagation()}
        onChange={() => marks.toggle(of.id(row))}
      />
    ),
  };
}

/** Approves everything that is marked, with the sum that the operator saw. */
export function ApproveMarked<Row extends { readonly amount_cents: number }>(props: {
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string;
  readonly marks: Marks;
  readonly currency: string;
  readonly reason: string | undefined;
  readonly approve: (
    ids: readonly string[],
    totalCents: number,
  ) => Promise<readonly TogetherDone[]>;
}): ReactNode {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const rows = props.rows.filter((row) => props.marks.ids.has(props.id(row)));
  const total = Number(sumCents(rows.map((row) => BigInt(row.amount_cents))));
  const run = async () => {
    const done = await props.approve(rows.map(props.id), total);
    props.marks.clear();
    return togetherText(t, done);
  };
  if (rows.length === 0) return null;
  const n = rows.length;
  const money = formatMoney(total, props.currency, t.language);
  const label = t("queue.approveMarked", { n });
  const ask = (): void => setIsAsking(true);
  return (
    <>
      <ConsoleButton kind="primary" money={money} reason={props.reason} onPress={ask}>
        {label}
      </ConsoleButton>
      {isAsking && (
        <AskDialog
          title={t("queue.approveTitle", { n, money })}
          text={t("queue.approveText")}
          label={label}
          money={money}
          reason="none"
          run={run}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function togetherText(t: T, done: readonly TogetherDone[]): string {
  const count = (status: TogetherDone["status"]): number =>
    done.filter((each) => each.status === status).length;
  const [pending, refused] = [count("pending"), count("refused")];
  return t("queue.together", { done: count("done"), pending, refused });
}
