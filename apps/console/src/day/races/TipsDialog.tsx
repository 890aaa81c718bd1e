import type { OperatorRace } from "@club/contract";
import { MOST_TIPS } from "@club/contract/choices";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendTips } from "../../api/race-changes.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { draftsOf, EMPTY_TIP, tipsOf, type TipDraft } from "./tip-drafts.ts";

/** What tipsters say of a race: players see each with who says it. */
export function TipsDialog(props: {
  readonly race: OperatorRace;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { race } = props;
  const [drafts, setDrafts] = useState(() => draftsOf(race.tips));
  const tips = tipsOf(
    drafts,
    race.runners.map(({ horse_id }) => horse_id),
  );
  const run = async (reason: string) => {
    if (tips === undefined) return undefined;
    const body = { tips, ...(reason !== "" && { reason }) };
    await sendTips({ race_id: race.race_id, ...body });
    return t("tips.done");
  };
  const change = (at: number, part: Partial<TipDraft>): void =>
    setDrafts(drafts.map((draft, i) => (i === at ? { ...draft, ...part } : draft)));
  return (
    <AskDialog
      title={t("tips.edit")}
      text={t("tips.editText")}
      label={t("act.save")}
      reason="optional"
      missing={tips === undefined ? t("tips.missing") : undefined}
      run={run}
      onClose={props.onClose}
    >
      {drafts.map((draft, at) => (
        <TipFields
          // A tip has no identity but its place.
          key={at}
          draft={draft}
          nth={at + 1}
          onChange={(part) => change(at, part)}
        />
      ))}
      {drafts.length < MOST_TIPS && (
        <div>
          <ConsoleButton onPress={() => setDrafts([...drafts, EMPTY_TIP])}>
            {t("tips.add")}
          </ConsoleButton>
        </div>
      )}
    </AskDialog>
  );
}

function TipFields(props: {
  readonly draft: TipDraft;
  readonly nth: number;
  readonly onChange: (part: Partial<TipDraft>) => void;
}): ReactNode {
  const t = useT();
  const { draft, nth, onChange } = props;
  return (
    <fieldset className="choices">
      <legend>{t("tips.nth", { n: nth })}</legend>
      <ConsoleField label={t("tips.by")} value={draft.by} onChange={(by) => onChange({ by })} />
      <ConsoleField
        label={t("tips.runners")}
        value={draft.numbers}
        placeholder="3 1 7"
        onChange={(numbers) => onChange({ numbers })}
      />
      <ConsoleField
        label={t("tips.words")}
        value={draft.text}
        onChange={(text) => onChange({ text })}
      />
    </fieldset>
  );
}
