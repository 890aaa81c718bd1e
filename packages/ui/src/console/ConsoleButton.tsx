import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { ConsoleIcon, type AnyIconName } from "./ConsoleIcon.tsx";
import { KeyCap } from "./KeyCap.tsx";
import "../styles/console.css";

export interface ConsoleButtonProps {
  readonly children?: ReactNode;
  readonly kind?: "primary" | "line" | "danger" | "text" | undefined;
  /** large: in the act bar. */
  readonly size?: "normal" | "large" | undefined;
  readonly icon?: AnyIconName | undefined;
  /** The money that the act moves: "$102,200.25". */
  readonly money?: string | undefined;
  readonly keyCap?: string | undefined;
  readonly busy?: boolean | undefined;
  /** Why not now: the button is dashed, the reason its description. */
  readonly reason?: string | undefined;
  /** The name, for a button that shows only an icon. */
  readonly label?: string | undefined;
  readonly href?: string | undefined;
  readonly type?: "button" | "submit" | undefined;
  readonly onPress?: (() => void) | undefined;
}

/** An act of the console, with its key on it. */
export function ConsoleButton(props: ConsoleButtonProps): ReactNode {
  const isLocked = props.reason !== undefined || props.busy === true;
  const className = classes(
    "c-button",
    `c-button-${props.kind ?? "line"}`,
    props.size === "large" && "c-button-large",
    props.reason !== undefined && "c-button-locked",
  );
  const face = (
    <>
      {props.icon !== undefined && <ConsoleIcon name={props.icon} />}
      {props.children !== undefined && (
        <span>
          {props.children}
          {props.money !== undefined && <b className="fig"> {props.money}</b>}
        </span>
      )}
      {props.keyCap !== undefined && <KeyCap>{props.keyCap}</KeyCap>}
    </>
  );
  if (props.href !== undefined && !isLocked) {
    return (
      <a className={className} href={props.href} aria-label={props.label}>
        {face}
      </a>
    );
  }
  return (
    <button
      className={className}
      type={props.type ?? "button"}
      aria-label={props.label}
      aria-disabled={isLocked || undefined}
      aria-busy={props.busy}
      title={props.reason}
      onClick={isLocked ? (event) => event.preventDefault() : props.onPress}
    >
      {face}
    </button>
  );
}
