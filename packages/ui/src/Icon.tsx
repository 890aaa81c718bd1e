import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { ICONS, type IconName } from "./icons.ts";

export type { IconName };

export interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
  /** Without a label the icon is an ornament beside its text. */
  readonly label?: string | undefined;
}

/** One of the club's line drawings, in the colour of the text around it. */
export function Icon({ name, className, label }: IconProps): ReactNode {
  return <IconPath d={ICONS[name]} className={className} label={label} />;
}

export function IconPath(props: {
  readonly d: string;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
}): ReactNode {
  const { d, className, label } = props;
  return (
    <svg
      className={classes("icon", className)}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={d} />
    </svg>
  );
}
