import type { LedgerEntry } from "@club/contract";
import { sumCents } from "@club/domain";
import { formatMoney } from "@club/i18n";
import { FlowPlot, type FlowEnd } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { accountName } from "./entry-names.ts";

type Line = LedgerEntry["lines"][number];

const SHOWN = 4;

/** Where an entry's money came from and went; if there are many players, as one. */
export function EntryFlow(props: {
  readonly entry: LedgerEntry;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { lines } = props.entry;
  const endsOf = (side: readonly Line[]): FlowEnd[] => {
    const groups = Map.groupBy(side, (line) => accountName(t, line));
    const ends = [...groups].map(([name, all]) => ({ name, all, sum: sumOf(all) }));
    return ends
      .toSorted((a, b) => Number(sizeOf(b.sum) - sizeOf(a.sum)))
      .slice(0, SHOWN)
      .map(({ name, all, sum }) => ({
        id: name,
        name,
        note: all.length === 1 ? (all[0]?.label ?? "") : t("ledger.nLines", { n: all.length }),
        money: formatMoney(sum, props.currency, t.language, { plain: true, sign: "always" }),
        share: shareOf(sum, lines),
      }));
  };
  return (
    <FlowPlot
      label={t("ledger.flow")}
      from={endsOf(lines.filter((line) => line.amount_cents < 0))}
      to={endsOf(lines.filter((line) => line.amount_cents > 0))}
    />
  );
}

function sumOf(lines: readonly Line[]): bigint {
  return sumCents(lines.map((line) => BigInt(line.amount_cents)));
}

const sizeOf = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

/** How much of the money moved, only for the width of an arrow. */
function shareOf(sum: bigint, lines: readonly Line[]): number {
  const moved = sumOf(lines.filter((line) => line.amount_cents > 0));
  return moved === 0n ? 0 : Number((sizeOf(sum) * 1000n) / moved) / 1000;
}
