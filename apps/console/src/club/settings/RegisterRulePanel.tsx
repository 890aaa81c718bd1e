import type { RegisterRule } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { saveRegisterRule, useRegisterRule } from "../../api/logs.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";

/** What the club does about the register of excluded people. */
export function RegisterRulePanel(): ReactNode {
  const t = useT();
  const query = useRegisterRule();
  return (
    <Panel title={t("evidence.register")}>
      <Listing query={query} rows={3}>
        {({ changed_by: by, changed_at: at, ...rule }) => (
          <div className="c-panel-body">
            <Form key={at} rule={rule} />
            {by !== null && at !== null && (
              <p className="mute">
                {t("goLive.by", { name: by })} · {whenText(t, at)}
              </p>
            )}
          </div>
        )}
      </Listing>
    </Panel>
  );
}

function Form(props: { readonly rule: RegisterRule }): ReactNode {
  const t = useT();
  const may = useMay("PUT /api/operator/register-rule");
  const [rule, setRule] = useState(props.rule);
  const act = useAct(
    async () => {
      await saveRegisterRule(rule);
      showToast(t("clubSettings.saved"));
    },
    { toast: true },
  );
  return (
    <>
      <ConsoleSelect
        label={t("registerRule.unanswered")}
        value={rule.unanswered}
        options={(["refuse", "let_in"] as const).map((id) => ({
          id,
          label: t(`registerRule.unanswered.${id}`),
        }))}
        onChange={(id) => setRule({ ...rule, unanswered: id === "let_in" ? "let_in" : "refuse" })}
      />
      <ConsoleSelect
        label={t("registerRule.law")}
        value={rule.not_asked_by_law ? "no" : "yes"}
        options={(["yes", "no"] as const).map((id) => ({ id, label: t(`registerRule.law.${id}`) }))}
        onChange={(id) => setRule({ ...rule, not_asked_by_law: id === "no" })}
      />
      <ConsoleField
        label={t("registerRule.note")}
        value={rule.note}
        onChange={(note) => setRule({ ...rule, note })}
      />
      <ConsoleButton
        busy={act.busy}
        reason={roleNeeded(t, may, "owner")}
        onPress={() => void act.run()}
      >
        {t("registerRule.save")}
      </ConsoleButton>
    </>
  );
}
