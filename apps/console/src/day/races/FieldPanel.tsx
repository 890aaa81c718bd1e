import type { OperatorRace, RunnerLine } from "@club/contract";
import { formatDividend, formatMoney } from "@club/i18n";
import { Cloth } from "@club/ui";
import { ConsoleButton, DataTable, Panel, Tag, type DataColumn, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useScratchPreview } from "../../api/race-changes.ts";
import { scratch } from "../../api/race.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { RunnerDialog } from "./RunnerDialog.tsx";
import { ScratchMany } from "./ScratchMany.tsx";
import { TipsDialog } from "./TipsDialog.tsx";

const SCRATCHABLE: readonly string[] = ["draft", "open", "closed", "interim", "final"];
/** The states before the start. */
const CHANGEABLE: readonly string[] = ["draft", "open"];

/** The runners with their prices; a runner is scratched here. */
export function FieldPanel({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const [leaving, setLeaving] = useState<RunnerLine | undefined>(undefined);
  const [changing, setChanging] = useState<RunnerLine | undefined>(undefined);
  const mayScratch = useMay("POST /api/operator/races/:race_id/scratch");
  const canScratch = mayScratch && SCRATCHABLE.includes(race.status);
  const may = useMay("POST /api/operator/races/:race_id/runners/:horse_id");
  const canChange = may && CHANGEABLE.includes(race.status);
  return (
    <Panel
      title={t("field.title")}
      meta={t("bet.runners", { n: race.runners.length })}
      end={
        <>
          <TipsHere race={race} />
          {canScratch && <ScratchHere race={race} />}
        </>
      }
    >
      <DataTable
        label={t("field.title")}
        rows={race.runners}
        rowId={(runner) => String(runner.horse_id)}
        columns={columnsOf(t, {
          onScratch: canScratch ? setLeaving : undefined,
          onChange: canChange ? setChanging : undefined,
        })}
        isMuted={(runner) => runner.scratched}
        empty={t("field.empty")}
      />
      {leaving !== undefined && (
        <ScratchDialog race={race} runner={leaving} onClose={() => setLeaving(undefined)} />
      )}
      {changing !== undefined && (
        <RunnerDialog race={race} runner={changing} onClose={() => setChanging(undefined)} />
      )}
    </Panel>
  );
}

/** What tipsters say, before the start. */
function TipsHere({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/races/:race_id/tips");
  const [isAsking, setIsAsking] = useState(false);
  if (!may || !CHANGEABLE.includes(race.status)) return null;
  return (
    <>
      <ConsoleButton onPress={() => setIsAsking(true)}>{t("tips.edit")}</ConsoleButton>
      {isAsking && <TipsDialog race={race} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Scratches several runners of this race at once. */
function ScratchHere({ race }: { readonly race: OperatorRace }): ReactNode {
  const t = useT();
  const may = useMay("POST /api/operator/meetings/:event_id/scratch");
  const [isAsking, setIsAsking] = useState(false);
  if (!may) return null;
  return (
    <>
      <ConsoleButton onPress={() => setIsAsking(true)}>{t("scratchMany.act")}</ConsoleButton>
      {isAsking && (
        <ScratchMany
          eventId={race.event_id}
          meeting={race.meetings}
          currency={race.currency}
          races={[race]}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface RowActs {
  readonly onScratch: ((runner: RunnerLine) => void) | undefined;
  readonly onChange: ((runner: RunnerLine) => void) | undefined;
}

function columnsOf(t: T, acts: RowActs) {
  const price = (cents: number | null) =>
    cents === null ? "–" : formatDividend(cents, t.language);
  const columns: DataColumn<RunnerLine>[] = [
    column.text("number", t("field.number"), (runner) => (
      <Cloth number={runner.horse_id} size="small" scratched={runner.scratched} />
    )),
    column.strong("name", t("race.runner"), (runner) => runner.name),
    column.end("barrier", t("field.barrier"), (r) => r.barrier ?? "–"),
    column.text("jockey", t("field.jockey"), (runner) => runner.jockey ?? "–"),
    column.text("trainer", t("field.trainer"), (runner) => runner.trainer ?? "–"),
    column.end("weight", t("field.weight"), (r) => r.weight_kg ?? "–"),
    column.figure("win", t("pool.WIN"), (r) => price(r.win_approx)),
    column.figure("place", t("pool.PLACE"), (r) => price(r.place_approx)),
    column.end("act", t("sheet.act"), (runner) =>
      runner.scratched ? (
        <Tag>{t("race.scratched").toLocaleLowerCase(t.language)}</Tag>
      ) : (
        <RunnerActs runner={runner} {...acts} />
      ),
    ),
  ];
  return columns;
}

function RunnerActs(props: RowActs & { readonly runner: RunnerLine }): ReactNode {
  const t = useT();
  const { runner, onScratch, onChange } = props;
  return (
    <span className="acts">
      {onChange !== undefined && (
        <ConsoleButton
          kind="text"
          label={t("runner.changeOf", { name: runner.name })}
          onPress={() => onChange(runner)}
        >
          {t("runner.change")}
        </ConsoleButton>
      )}
      {onScratch !== undefined && (
        <ConsoleButton
          kind="text"
          label={t("scratch.of", { name: runner.name })}
          onPress={() => onScratch(runner)}
        >
          {t("scratch.act")}
        </ConsoleButton>
      )}
    </span>
  );
}

const SCRATCH_REASONS = ["vet", "gate", "stewards"] as const;

function ScratchDialog(props: {
  readonly race: OperatorRace;
  readonly runner: RunnerLine;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race, runner } = props;
  const back = useScratchPreview(race, runner.horse_id).data;
  const run = async (reason: string) => {
    const back = await scratch({ race_id: race.race_id, horse_id: runner.horse_id, reason });
    const money = formatMoney(back.refunded_cents, race.currency, t.language);
    return t("scratch.done", { name: runner.name, n: back.refunded_bets, money });
  };
  return (
    <AskDialog
      title={t("scratch.of", { name: `${runner.horse_id} ${runner.name}` })}
      text={t(race.status === "draft" ? "scratch.draftText" : "scratch.text")}
      label={t("scratch.act")}
      danger
      reason="optional"
      reasons={SCRATCH_REASONS.map((why) => t(`readyReason.${why}`))}
      run={run}
      onClose={props.onClose}
    >
      {back !== undefined && (
        <p className="brass" role="status">
          {t("scratchMany.back", {
            n: back.refunds,
            money: formatMoney(back.refunded_cents, race.currency, t.language),
          })}
        </p>
      )}
    </AskDialog>
  );
}
