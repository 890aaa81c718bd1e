import { ConsoleField } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { prove } from "../api/people.ts";
import { useAct } from "../api/use-act.ts";
import { useT } from "../lang.ts";
import { AskDialog } from "../shell/AskDialog.tsx";
import { useProofWish } from "./proof.ts";

/** The question for a fresh code, over whatever dialog the act was begun in. */
export function ProofDialog(): ReactNode {
  const wish = useProofWish();
  return wish === null ? null : <Question onAnswer={wish.answer} />;
}

function Question({ onAnswer }: { readonly onAnswer: (isShown: boolean) => void }): ReactNode {
  const t = useT();
  const [code, setCode] = useState("");
  const act = useAct(async () => {
    await prove(code.trim());
    onAnswer(true);
  });
  return (
    <AskDialog
      title={t("factor.againTitle")}
      text={t("factor.againText")}
      label={t("factor.againAct")}
      reason="none"
      missing={code.trim() === "" ? t("factor.codeMissing") : undefined}
      busy={act.busy}
      error={act.error}
      onSubmit={() => void act.run()}
      onClose={() => onAnswer(false)}
    >
      <ConsoleField
        label={t("factor.code")}
        name="totp"
        autoComplete="one-time-code"
        look="figure"
        value={code}
        onChange={setCode}
        autoFocus
      />
    </AskDialog>
  );
}
