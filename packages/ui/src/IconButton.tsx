import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/button.css";

export interface IconButtonProps extends TapTarget {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed?: boolean | undefined;
  /** A dot at the corner: something new. Say it in the label too. */
  readonly dot?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** A button of 44 px that shows only a drawing; its label is its name. */
export function IconButton({ icon, dot = false, ...tap }: IconButtonProps): ReactNode {
  return (
    <Tap className="icon-button" {...tap}>
      <Icon name={icon} />
      {dot && <span className="icon-button-dot" />}
    </Tap>
  );
}
