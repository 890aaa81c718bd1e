import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./styles/state.css";

export interface NoticeProps {
  readonly tone: "loss" | "brass" | "firm" | "turf";
  readonly title?: string | undefined;
  readonly children?: ReactNode;
  readonly icon?: IconName | undefined;
  /** Read at once by a screen reader: an error after an act. */
  readonly alert?: boolean | undefined;
}

const ICON_OF_TONE = { loss: "alert", brass: "info", firm: "info", turf: "check-circle" } as const;

/** A message that stays: what failed, what is refunded, what to know before the act. */
export function Notice({ tone, title, children, icon, alert = false }: NoticeProps): ReactNode {
  return (
    <div className="notice" data-tone={tone} role={alert ? "alert" : undefined}>
      <Icon name={icon ?? ICON_OF_TONE[tone]} />
      <div>
        {title !== undefined && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
