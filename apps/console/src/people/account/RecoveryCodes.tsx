import { Notice, showToast } from "@club/ui";
import { ConsoleButton } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

/** Recovery codes, shown this once. */
export function RecoveryCodes(props: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}): ReactNode {
  const t = useT();
  const copy = async () => {
    await navigator.clipboard.writeText(props.codes.join("\n"));
    showToast(t("act.copied"));
  };
  return (
    <div className="form">
      <Notice tone="turf" title={t("factor.onTitle")}>
        {t("factor.codesText")}
      </Notice>
      <ol className="recovery-codes" aria-label={t("factor.codes")}>
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="acts">
        <ConsoleButton icon="copy" onPress={() => void copy()}>
          {t("act.copy")}
        </ConsoleButton>
        <ConsoleButton kind="primary" onPress={props.onDone}>
          {t("factor.kept")}
        </ConsoleButton>
      </div>
    </div>
  );
}
