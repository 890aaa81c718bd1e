import type { ReactNode } from "react";
import { useText } from "./text.tsx";
import "./styles/pieces.css";

/** Something is on its way. It appears after 200 ms: a quick answer shows none. */
export function LoadingIndicator({ label }: { readonly label?: string | undefined }): ReactNode {
  const t = useText();
  const text = label ?? t("state.loading");
  return (
    <div className="loading" role="status">
      <span className="button-spinner" aria-hidden="true" />
      <span>{text}</span>
    </div>
  );
}
