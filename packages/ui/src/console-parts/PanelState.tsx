import type { ReactNode } from "react";
import { ConsoleButton } from "../console/ConsoleButton.tsx";
import { ConsoleIcon } from "../console/ConsoleIcon.tsx";
import { useText } from "../text.tsx";
import "../styles/console-parts.css";

export type PanelStateProps =
  | { readonly state: "loading"; readonly rows?: number | undefined }
  | { readonly state: "failed"; readonly text: string; readonly onRetry: () => void }
  | {
      readonly state: "empty";
      readonly title: string;
      readonly text?: string | undefined;
      readonly act?: ReactNode;
    };

/** What a panel shows instead of its rows: grey rows while it loads, what failed, what to do next. */
export function PanelState(props: PanelStateProps): ReactNode {
  const t = useText();
  if (props.state === "loading") {
    return (
      <div className="c-loading" role="status" aria-label={t("state.loading")}>
        {Array.from({ length: props.rows ?? 5 }, (_, row) => (
          <div key={row} aria-hidden="true">
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    );
  }
  if (props.state === "failed") {
    return (
      <div className="c-failed across gap-3" role="alert">
        <ConsoleIcon name="alert" className="loss" />
        <div>
          <b>{t("state.failed")}</b>
          <p>{props.text}</p>
        </div>
        <ConsoleButton icon="refresh" onPress={props.onRetry}>
          {t("act.retry")}
        </ConsoleButton>
      </div>
    );
  }
  return (
    <div className="c-empty down gap-2">
      <b>{props.title}</b>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.act}
    </div>
  );
}
