import type { InviteRules } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleButton, ConsoleField, Panel } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { setInviteRules } from "../../api/invitations.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { centsOfText, countOfText, textOfCents } from "../../core/typed.ts";

/** What a friend brings, and how often in a month. */
export function RulesPanel({ rules }: { readonly rules: InviteRules }): ReactNode {
  const t = useT();
  const may = useMay("PUT /api/operator/invitations/rules");
  const [reward, setReward] = useState(textOfCents(rules.reward_cents));
  const [cap, setCap] = useState(String(rules.monthly_cap));
  const cents = /^0+([.,]0{0,2})?$/.test(reward.trim()) ? 0 : centsOfText(reward);
  const count = countOfText(cap);
  const isMissing = cents === undefined || count === undefined;
  const act = useAct(async () => {
    if (cents === undefined || count === undefined) return;
    await setInviteRules({ reward_cents: cents, monthly_cap: count });
    showToast(t("invites.rulesSaved"));
  });
  const needsRole = roleNeeded(t, may, "owner");
  return (
    <Panel title={t("invites.rules")} padded>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (may && !isMissing) void act.run();
        }}
      >
        <ConsoleField
          label={t("invites.perFriend")}
          value={reward}
          onChange={setReward}
          disabled={!may}
          hint={t("invites.rulesOff")}
          error={act.error}
        />
        <ConsoleField label={t("invites.cap")} value={cap} onChange={setCap} disabled={!may} />
        <div>
          <ConsoleButton
            type="submit"
            busy={act.busy}
            reason={needsRole ?? (isMissing ? t("invites.rulesMissing") : undefined)}
          >
            {t("act.save")}
          </ConsoleButton>
        </div>
      </form>
    </Panel>
  );
}
