import { Notice, PrimaryButton } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { errorText } from "../core/texts.ts";

interface SaveFootProps {
  /** What the form's button begins. */
  readonly save: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
  };
  /** Why it cannot be saved now; empty: nothing has changed. */
  readonly reason: string | undefined;
  readonly children: ReactNode;
}

/** The end of a form that saves: what went wrong, and the button. */
export function SaveFoot({ save, reason, children }: SaveFootProps): ReactNode {
  const t = useT();
  return (
    <>
      {save.isError && <Notice tone="loss" title={errorText(t, save.error)} alert />}
      <div>
        <PrimaryButton
          type="submit"
          busy={save.isPending}
          busyText={t("state.sending")}
          reason={reason}
        >
          {children}
        </PrimaryButton>
      </div>
    </>
  );
}
