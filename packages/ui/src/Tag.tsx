import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./styles/list.css";

export type TagTone = "turf" | "brass" | "firm" | "loss" | "drift" | "plain";

export interface TagProps {
  readonly tone?: TagTone | undefined;
  readonly icon?: IconName | undefined;
  readonly children: ReactNode;
}

/** A state in a word. */
export function Tag({ tone = "plain", icon, children }: TagProps): ReactNode {
  return (
    <span className="tag" data-tone={tone}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}
