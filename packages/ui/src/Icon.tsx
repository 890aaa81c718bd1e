import { useEffect, useState, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { iconPath, loadIcons, type IconName } from "./icons.ts";

export type { IconName };

export interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
  /** Without a label the icon is an ornament beside its text. */
  readonly label?: string | undefined;
}

/** One of the club's line drawings, in the colour of the text around it. */
export function Icon(props: IconProps): ReactNode {
  const d = iconPath(props.name);
  if (d === undefined) return <LateIcon {...props} />;
  return <IconPath d={d} className={props.className} label={props.label} />;
}

/** Keeps its place while its drawing loads. */
function LateIcon({ name, className, label }: IconProps): ReactNode {
  const [d, setPath] = useState("");
  useEffect(() => {
    loadIcons().then(
      () => setPath(iconPath(name) ?? ""),
      (error: unknown) => console.info("icons", error),
    );
  }, [name]);
  return <IconPath d={d} className={className} label={label} />;
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
