import { ConsoleButton, ConsoleDialog } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import "./integrations.css";

/** A secret, which is not shown again. */
export function ShownOnce(props: {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  return (
    <ConsoleDialog
      title={props.title}
      onClose={props.onClose}
      onSubmit={props.onClose}
      acts={
        <>
          <ConsoleButton onPress={() => void navigator.clipboard.writeText(props.secret)}>
            {t("act.copy")}
          </ConsoleButton>
          <ConsoleButton kind="primary" type="submit">
            {t("key.kept")}
          </ConsoleButton>
        </>
      }
    >
      <p className="mute">{props.text}</p>
      <pre className="mono">{props.secret}</pre>
    </ConsoleDialog>
  );
}
