import type { CSSProperties, ReactNode } from "react";
import { Spoken } from "./Spoken.tsx";

/** What a tap does: open a page or act here. One of the two; with neither it is plain text. */
export interface TapTarget {
  readonly href?: string | undefined;
  readonly onPress?: (() => void) | undefined;
}

interface TapProps extends TapTarget {
  readonly className?: string;
  /** Said instead of what is drawn. */
  readonly label?: string | undefined;
  readonly pressed?: boolean | undefined;
  readonly current?: "page" | "true" | "date" | undefined;
  readonly disabled?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly state?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly children: ReactNode;
}

/** A link where it opens a page, a button where it acts, so that each behaves as such everywhere. */
export function Tap(props: TapProps): ReactNode {
  const common = {
    className: props.className,
    "aria-current": props.current,
    "aria-describedby": props.describedBy,
    "data-state": props.state,
    style: props.style,
  };
  const face = <Spoken label={props.label}>{props.children}</Spoken>;
  if (props.href !== undefined && props.disabled !== true) {
    return (
      <a {...common} href={props.href} onClick={props.onPress}>
        {face}
      </a>
    );
  }
  if (props.onPress === undefined && props.disabled !== true) {
    return <div {...common}>{face}</div>;
  }
  return (
    <button
      {...common}
      type="button"
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onPress}
    >
      {face}
    </button>
  );
}
