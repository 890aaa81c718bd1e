import { ConsoleButton, ConsoleDialog, KeyCap } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";

const KEYS = [
  ["↑ ↓", "choose"],
  ["⏎", "open"],
  ["S", "suspend"],
  ["X", "all"],
  ["R", "result"],
  ["L", "limits"],
  ["B", "order"],
  ["N", "new"],
  ["I", "import"],
  ["T", "report"],
  ["/", "search"],
] as const;

/** Which key does what at the desk of sports. */
export function DeskKeys({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  return (
    <ConsoleDialog
      title={t("book.keys")}
      onClose={onClose}
      onSubmit={onClose}
      acts={
        <ConsoleButton kind="primary" type="submit" keyCap="⏎">
          {t("act.close")}
        </ConsoleButton>
      }
    >
      <dl className="sport-keys">
        {KEYS.map(([key, name]) => (
          <div key={key}>
            <dt>
              <KeyCap>{key}</KeyCap>
            </dt>
            <dd>{t(`book.key.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </ConsoleDialog>
  );
}
