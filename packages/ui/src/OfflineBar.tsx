import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { useText } from "./text.tsx";
import "./styles/toast.css";

export interface OfflineBarProps {
  /** The time of what is shown: "14:32". */
  readonly asOf?: string | undefined;
}

/** Under the head while there is no connection. */
export function OfflineBar({ asOf }: OfflineBarProps): ReactNode {
  const t = useText();
  return (
    <div className="offline-bar" role="status">
      <Icon name="offline" />
      <p>
        <b>{t("offline.bar")}</b> {asOf !== undefined && t("offline.asOf", { time: asOf })}
      </p>
    </div>
  );
}
