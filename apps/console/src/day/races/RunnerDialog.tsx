import type { OperatorRace, RunnerLine } from "@club/contract";
import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendRunner } from "../../api/race-changes.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { changeOf, draftOf, type RunnerDraft } from "./runner-draft.ts";

/** Another jockey, an allowance: changes a runner in place before the start. */
export function RunnerDialog(props: {
  readonly race: OperatorRace;
  readonly runner: RunnerLine;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race } = props;
  const runner = { ...props.runner, comment: race.comments[props.runner.horse_id] ?? null };
  const [draft, setDraft] = useState<RunnerDraft>(() => draftOf(runner));
  const change = changeOf(runner, draft);
  const run = async (reason: string) => {
    const body = { ...change.body, ...(reason !== "" && { reason }) };
    await sendRunner({ race_id: race.race_id, horse_id: runner.horse_id, ...body });
    return t("runner.done", { name: runner.name });
  };
  return (
    <AskDialog
      title={t("runner.changeOf", { name: `${runner.horse_id} ${runner.name}` })}
      text={t("runner.text")}
      label={t("act.save")}
      reason="optional"
      missing={missingOf(t, change)}
      run={run}
      onClose={props.onClose}
    >
      <RunnerFields draft={draft} wrong={change.wrong} onChange={setDraft} />
    </AskDialog>
  );
}

function missingOf(
  t: ReturnType<typeof useT>,
  change: ReturnType<typeof changeOf>,
): string | undefined {
  if (change.wrong.length > 0) return t("runner.notNumber");
  return Object.keys(change.body).length === 0 ? t("offer.same") : undefined;
}

function RunnerFields(props: {
  readonly draft: RunnerDraft;
  readonly wrong: readonly (keyof RunnerDraft)[];
  readonly onChange: (draft: RunnerDraft) => void;
}): ReactNode {
  const t = useT();
  const { draft } = props;
  const set = (field: keyof RunnerDraft) => (text: string) =>
    props.onChange({ ...draft, [field]: text });
  const wrong = (field: keyof RunnerDraft) =>
    props.wrong.includes(field) ? t("runner.notNumber") : undefined;
  return (
    <>
      <ConsoleField
        label={t("field.jockey")}
        value={draft.jockey}
        onChange={set("jockey")}
        autoFocus
      />
      <ConsoleField label={t("field.trainer")} value={draft.trainer} onChange={set("trainer")} />
      <ConsoleField
        label={t("runner.weight")}
        value={draft.weight_kg}
        onChange={set("weight_kg")}
        error={wrong("weight_kg")}
      />
      <ConsoleField
        label={t("field.barrier")}
        value={draft.barrier}
        onChange={set("barrier")}
        error={wrong("barrier")}
      />
      <ConsoleField
        label={t("runner.comment")}
        value={draft.comment}
        onChange={set("comment")}
        hint={t("runner.commentHint")}
        lines={3}
      />
    </>
  );
}
