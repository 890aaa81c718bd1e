import type { ReactNode } from "react";
import { useText } from "./text.tsx";
import "./styles/toast.css";

export interface UpdateBarProps {
  readonly onUpdate: () => void;
  readonly onLater: () => void;
}

/** A new version waits; it never takes over by itself in the middle of a bet. */
export function UpdateBar({ onUpdate, onLater }: UpdateBarProps): ReactNode {
  const t = useText();
  return (
    <div className="update-bar" role="status">
      <p>{t("update.ready")}</p>
      <button type="button" onClick={onLater}>
        {t("act.later")}
      </button>
      <button type="button" className="update-bar-act" onClick={onUpdate}>
        {t("act.update")}
      </button>
    </div>
  );
}
