import type { RuleFigures } from "@club/contract";
import type { RuleFault } from "@club/domain";
import { showToast, Notice } from "@club/ui";
import { ConsoleButton, ConsoleSelect, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { saveRules } from "../../api/rules.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { DraftPools } from "./DraftPools.tsx";
import { PlaceRows } from "./PlaceRows.tsx";
import { faultsOf, fromForm, toForm, type RuleForm } from "./rule-form.ts";

export interface FormPart {
  readonly form: RuleForm;
  readonly faults: ReadonlyMap<string, RuleFault>;
  readonly onChange: (part: Partial<RuleForm>) => void;
}

/** The figures of a draft in fields. A figure out of bounds says so beside its field. */
export function DraftForm(props: {
  readonly name: string;
  readonly figures: RuleFigures;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { name, figures, onClose } = props;
  const [form, setForm] = useState(() => toForm(figures));
  const faults = faultsOf(form);
  const act = useAct(async () => {
    await saveRules({ name, figures: fromForm(form) });
    showToast(t("ruleSet.saved"));
    onClose();
  });
  const part: FormPart = {
    form,
    faults,
    onChange: (change) => setForm((before) => ({ ...before, ...change })),
  };
  return (
    <Panel title={t("ruleSet.draftOf", { name })} meta={t("ruleSet.formMeta")}>
      <DraftPools {...part} />
      <div className="rule-form">
        <PlaceRows {...part} />
        <Choices {...part} />
      </div>
      {act.error !== undefined && (
        <div className="c-panel-body">
          <Notice tone="loss" alert>
            {act.error}
          </Notice>
        </div>
      )}
      <div className="rule-bar">
        <span className={faults.size === 0 ? "mute" : "loss"} role="status">
          {faults.size === 0 ? t("ruleSet.nothingMoves") : t("ruleSet.faults", { n: faults.size })}
        </span>
        <ConsoleButton onPress={onClose}>{t("act.cancel")}</ConsoleButton>
        <ConsoleButton
          kind="primary"
          busy={act.busy}
          reason={faults.size === 0 ? undefined : t("ruleSet.faults", { n: faults.size })}
          onPress={() => void act.run()}
        >
          {t("ruleSet.save")}
        </ConsoleButton>
      </div>
    </Panel>
  );
}

const DEAD_HEATS = ["EQUAL_SHARE", "PROFIT_SPLIT", "COMMON"] as const;
const WITHDRAWN = ["REFUND_UNTIL_LEG1", "FAVOURITE"] as const;
const LEG1_VOID = ["REFUND", "FIELD"] as const;

function Choices({ form, onChange }: FormPart): ReactNode {
  const t = useT();
  return (
    <div className="rule-choices">
      <ConsoleSelect
        label={t("ruleSet.deadheat")}
        value={form.deadheat}
        options={DEAD_HEATS.map((id) => ({ id, label: t(`ruleSet.deadheat.${id}`) }))}
        onChange={(id) => onChange({ deadheat: id as RuleForm["deadheat"] })}
      />
      <ConsoleSelect
        label={t("ruleSet.withdrawn")}
        value={form.withdrawn}
        options={WITHDRAWN.map((id) => ({ id, label: t(`ruleSet.withdrawn.${id}`) }))}
        onChange={(id) => onChange({ withdrawn: id as RuleForm["withdrawn"] })}
      />
      <ConsoleSelect
        label={t("ruleSet.leg1Void")}
        value={form.leg1Void}
        options={LEG1_VOID.map((id) => ({ id, label: t(`ruleSet.leg1Void.${id}`) }))}
        onChange={(id) => onChange({ leg1Void: id as RuleForm["leg1Void"] })}
      />
    </div>
  );
}
