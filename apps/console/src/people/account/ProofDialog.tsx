import { canUsePasskeys } from "@club/client";
import { ConsoleButton, ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { prove, useOwnOperator, type Shows } from "../../api/operators.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useProofWish } from "../../core/proof.ts";
import { AskForm } from "../../shell/AskDialog.tsx";

/** Asks for a fresh proof, over whatever dialog the act was started in. */
export function ProofDialog(): ReactNode {
  const wish = useProofWish();
  return wish === null ? null : <Question onAnswer={wish.answer} />;
}

function Question({ onAnswer }: { readonly onAnswer: (isShown: boolean) => void }): ReactNode {
  const t = useT();
  const own = useOwnOperator().data;
  const [code, setCode] = useState("");
  const act = useAct(async (shows: Shows) => {
    await prove(shows);
    onAnswer(true);
  });
  const hasPasskey = own !== undefined && own.passkeys.length > 0 && canUsePasskeys();
  const hasCodes = own === undefined || own.factor_since !== null;
  return (
    <AskForm
      title={t("factor.againTitle")}
      text={t("factor.againText")}
      label={t("factor.againAct")}
      reason="none"
      missing={code.trim() === "" ? t("factor.codeMissing") : undefined}
      act={act}
      onSubmit={() => void act.run({ totp: code.trim() })}
      onClose={() => onAnswer(false)}
    >
      {hasPasskey && (
        <ConsoleButton
          kind="primary"
          icon="key"
          busy={act.busy}
          onPress={() => void act.run("passkey")}
        >
          {t("signIn.byPasskey")}
        </ConsoleButton>
      )}
      <ConsoleField
        label={t(hasCodes ? "factor.code" : "signIn.recovery")}
        name="totp"
        autoComplete="one-time-code"
        look="figure"
        value={code}
        onChange={setCode}
        autoFocus={!hasPasskey}
      />
    </AskForm>
  );
}
