import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import { useText } from "./text.tsx";
import "./styles/state.css";

export interface ErrorStateProps {
  /** "The statement did not load." */
  readonly title: string;
  /** What it means: "The server took too long. Your money is not affected." */
  readonly text?: string | undefined;
  readonly onRetry: () => void;
  readonly helpHref?: string | undefined;
  /** "Request 7f3a-19c2 · 14:33:05". */
  readonly reference?: string | undefined;
}

/** What failed, what is safe, and a way to try again. */
export function ErrorState(props: ErrorStateProps): ReactNode {
  const t = useText();
  return (
    <div className="error-state down gap-3">
      <Notice tone="loss" title={props.title} alert>
        {props.text !== undefined && <p>{props.text}</p>}
      </Notice>
      <div className="error-acts">
        <Button kind="primary" icon="refresh" wide onPress={props.onRetry}>
          {t("act.retry")}
        </Button>
        {props.helpHref !== undefined && (
          <Button wide href={props.helpHref}>
            {t("act.help")}
          </Button>
        )}
      </div>
      {props.reference !== undefined && (
        <p className="mute error-reference">
          {props.reference.split(" · ").map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      )}
    </div>
  );
}
