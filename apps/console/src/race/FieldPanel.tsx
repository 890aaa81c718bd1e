import type { OperatorRace, RunnerLine } from "@club/contract";
import { formatDividend, formatMoney } from "@club/i18n";
import { Cloth, showToast } from "@club/ui";
import { ConsoleButton, DataTable, Panel, Tag, type DataColumn } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { scratch } from "../api/race.ts";
import { useAct } from "../api/use-act.ts";
import { useT, type T } from "../lang.ts";
import { AskDialog } from "../shell/AskDialog.tsx";

const SCRATCHABLE: readonly string[] = ["draft", "open", "closed", "interim", "final"];

/** The runners with their prices; a runner is scratched here. */
export function FieldPanel({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const [leaving, setLeaving] = useState<RunnerLine | undefined>(undefined);
  const canScratch = SCRATCHABLE.includes(race.status);
  return (
    <Panel title={t("field.title")} meta={t("bet.runners", { n: race.runners.length })}>
      <DataTable
        label={t("field.title")}
        rows={race.runners}
        rowId={(runner) => String(runner.horse_id)}
        columns={columnsOf(t, canScratch ? setLeaving : undefined)}
        isMuted={(runner) => runner.scratched}
        empty={t("field.empty")}
      />
      {leaving !== undefined && (
        <ScratchDialog race={race} runner={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </Panel>
  );
}

function columnsOf(t: T, onScratch: ((runner: RunnerLine) => void) | undefined) {
  const price = (cents: number | null) =>
    cents === null ? "–" : formatDividend(cents, t.language);
  const columns: DataColumn<RunnerLine>[] = [
    {
      id: "number",
      label: t("field.number"),
      cell: (runner) => (
        <Cloth number={runner.horse_id} size="small" scratched={runner.scratched} />
      ),
    },
    { id: "name", label: t("race.runner"), kind: "strong", cell: (runner) => runner.name },
    { id: "barrier", label: t("field.barrier"), kind: "end", cell: (r) => r.barrier ?? "–" },
    { id: "jockey", label: t("field.jockey"), cell: (runner) => runner.jockey ?? "–" },
    { id: "trainer", label: t("field.trainer"), cell: (runner) => runner.trainer ?? "–" },
    { id: "weight", label: t("field.weight"), kind: "end", cell: (r) => r.weight_kg ?? "–" },
    { id: "win", label: t("pool.WIN"), kind: "figure", cell: (r) => price(r.win_approx) },
    { id: "place", label: t("pool.PLACE"), kind: "figure", cell: (r) => price(r.place_approx) },
    {
      id: "act",
      label: t("sheet.act"),
      kind: "end",
      cell: (runner) =>
        runner.scratched ? (
          <Tag>{t("race.scratched").toLocaleLowerCase(t.language)}</Tag>
        ) : (
          onScratch !== undefined && (
            <ConsoleButton
              kind="text"
              label={t("scratch.of", { name: runner.name })}
              onPress={() => onScratch(runner)}
            >
              {t("scratch.act")}
            </ConsoleButton>
          )
        ),
    },
  ];
  return columns;
}

function ScratchDialog(props: {
  readonly race: OperatorRace;
  readonly runner: RunnerLine;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race, runner } = props;
  const act = useAct(async (reason: string) => {
    const back = await scratch(race.race_id, runner.horse_id, reason);
    const money = formatMoney(back.refunded_cents, race.currency, t.language);
    showToast(t("scratch.done", { name: runner.name, n: back.refunded_bets, money }));
    props.onClose();
  });
  return (
    <AskDialog
      title={t("scratch.of", { name: `${runner.horse_id} ${runner.name}` })}
      text={t(race.status === "draft" ? "scratch.draftText" : "scratch.text")}
      label={t("scratch.act")}
      danger
      reason="optional"
      busy={act.busy}
      error={act.error}
      onSubmit={(reason) => void act.run(reason)}
      onClose={props.onClose}
    />
  );
}
