import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { useText } from "./text.tsx";
import "./styles/toast.css";

export interface OfflineBarProps {
  /** The time of the data shown: "14:32". */
  readonly asOf?: string | undefined;
  /** There is a connection, but the club does not answer. */
  readonly silent?: boolean | undefined;
}

/** Under the head while there is no connection, or no answer. */
export function OfflineBar({ asOf, silent = false }: OfflineBarProps): ReactNode {
  const t = useText();
  return (
    <div className="offline-bar" role="status">
      <Icon name="offline" />
      <p>
        <b>{t(silent ? "offline.silent" : "offline.bar")}</b>{" "}
        {asOf !== undefined && t("offline.asOf", { time: asOf })}
      </p>
    </div>
  );
}
