import { RULE_SET_NAME } from "@club/domain";
import { ConsoleField, ConsoleSelect } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { saveRules, useRuleSet } from "../../api/rules.ts";
import { useAct } from "../../api/use-act.ts";
import { replaceAddress } from "../../core/address.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/paths.ts";
import { AskForm } from "../../shell/AskDialog.tsx";

/** A rule set of the club's own: a name, and the rule set whose figures it starts with. */
export function NewRules(props: {
  readonly names: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { names, onClose } = props;
  const [name, setName] = useState("");
  const [from, setFrom] = useState(names[0] ?? "");
  const base = useRuleSet(from).data;
  const figures = base?.versions[0]?.figures ?? base?.draft?.figures;
  const act = useAct(async () => {
    if (figures === undefined) return;
    await saveRules({ name, figures });
    onClose();
    replaceAddress(`${pathOf("rules")}?set=${name}`);
  });
  const missing = !RULE_SET_NAME.test(name)
    ? t("refusal.rules.name")
    : names.includes(name)
      ? t("ruleSet.nameTaken")
      : undefined;
  return (
    <AskForm
      title={t("ruleSet.new")}
      text={t("ruleSet.newText")}
      label={t("ruleSet.begin")}
      reason="none"
      missing={missing}
      act={{ busy: act.busy || figures === undefined, error: act.error }}
      onSubmit={() => void act.run()}
      onClose={onClose}
    >
      <ConsoleField
        label={t("ruleSet.name")}
        value={name}
        onChange={(text) => setName(text.toUpperCase().replaceAll(" ", "_"))}
        hint={t("ruleSet.nameHint")}
      />
      <ConsoleSelect
        label={t("ruleSet.from")}
        value={from}
        onChange={setFrom}
        options={names.map((id) => ({ id, label: id }))}
      />
    </AskForm>
  );
}
