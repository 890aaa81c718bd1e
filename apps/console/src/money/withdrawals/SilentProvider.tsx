import type { OperatorWithdrawal } from "@club/contract";
import { ConsoleButton } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { decidePayout } from "../../api/withdrawals.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

const ACTS = ["ask", "paid", "failed"] as const;
type Act = (typeof ACTS)[number];

/** What can be done while a provider has it and says no end of it. */
export function SilentProvider(props: {
  readonly withdrawal: OperatorWithdrawal;
  readonly money: string;
}): ReactNode {
  const t = useT();
  const { withdrawal, money } = props;
  const [asking, setAsking] = useState<Act | undefined>(undefined);
  const whyNot = useWhyNot("cashier", "POST /api/operator/withdrawals/:withdrawal_id/payout");
  const state = withdrawal.provider_payout?.state ?? "none";
  if (!["asking", "taken", "held"].includes(state)) return null;
  const run = async (reason: string) => {
    const { withdrawal_id } = withdrawal;
    const done = await decidePayout({ withdrawal_id, act: asking ?? "ask", reason });
    return t(isPending(done) ? "cardPay.asked" : "cardPay.done");
  };
  return (
    <div className="desk-act acts">
      {ACTS.map((act) => (
        <ConsoleButton key={act} reason={whyNot} onPress={() => setAsking(act)}>
          {t(`silent.${act}`)}
        </ConsoleButton>
      ))}
      {asking !== undefined && (
        <AskDialog
          title={t("silent.title")}
          text={t(`silent.${asking}Text`)}
          label={t(`silent.${asking}`)}
          danger={asking === "failed"}
          money={asking === "ask" ? undefined : money}
          reason="needed"
          run={run}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
