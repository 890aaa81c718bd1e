import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/shell.css";

export interface FloatingButtonProps extends TapTarget {
  readonly icon: IconName;
  readonly children: ReactNode;
}

/** The bet form at the thumb, above the bottom bar. */
export function FloatingButton({ icon, children, ...tap }: FloatingButtonProps): ReactNode {
  return (
    <Tap className="floating" {...tap}>
      <Icon name={icon} />
      {children}
    </Tap>
  );
}
