import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./Icon.tsx";
import "./styles/button.css";

export interface ButtonProps {
  readonly children: ReactNode;
  /** primary: the act of the page; line: beside it; text: in a row; danger: cannot be undone. */
  readonly kind?: "primary" | "line" | "text" | "danger";
  /** large: 3.25 rem, full width; normal: 2.75 rem. */
  readonly size?: "large" | "normal";
  readonly icon?: IconName | undefined;
  /** The money that the act moves, after the text and on its line: "$20.00". */
  readonly money?: string | undefined;
  /** Fills its row. A large button always does. */
  readonly wide?: boolean | undefined;
  /** Sending: shows the text of `busyText`, takes no tap, stays as wide. */
  readonly busy?: boolean | undefined;
  readonly busyText?: string | undefined;
  /** Why it cannot be used now. Drawn dashed; the reason stands below unless `reasonInside`. */
  readonly reason?: string | undefined;
  readonly reasonInside?: boolean | undefined;
  readonly label?: string | undefined;
  readonly href?: string | undefined;
  readonly type?: "button" | "submit" | undefined;
  readonly onPress?: (() => void) | undefined;
}

/** A button; a link of the same look where it has `href`. */
export function Button(props: ButtonProps): ReactNode {
  const { reason, busy = false } = props;
  const reasonId = useId();
  const isLocked = reason !== undefined || busy;
  const className = classOf(props);
  if (props.href !== undefined && !isLocked) {
    return (
      <a className={className} href={props.href} aria-label={props.label} onClick={props.onPress}>
        <ButtonFace {...props} />
      </a>
    );
  }
  const showsReason = reason !== undefined && props.reasonInside !== true && reason !== "";
  return (
    <>
      <button
        className={className}
        type={props.type ?? "button"}
        aria-label={props.label}
        aria-disabled={isLocked || undefined}
        aria-busy={busy || undefined}
        aria-describedby={showsReason ? reasonId : undefined}
        onClick={isLocked ? preventPress : props.onPress}
      >
        <ButtonFace {...props} />
      </button>
      {showsReason && (
        <p className="button-reason" id={reasonId}>
          {reason}
        </p>
      )}
    </>
  );
}

function classOf({ kind = "line", size = "normal", wide, reason }: ButtonProps): string {
  return classes(
    "button",
    `button-${kind}`,
    size === "large" && "button-large",
    (wide === true || size === "large") && "button-wide",
    reason !== undefined && "button-locked",
  );
}

/** A locked button keeps its focus and says why, so it is not `disabled`: presses are stopped. */
function preventPress(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

/** Text and money are one line of text, so that they share a baseline. */
function ButtonFace({ children, icon, money, busy, busyText, reason, reasonInside }: ButtonProps) {
  const isInside = reason !== undefined && reasonInside === true;
  return (
    <>
      {busy === true && <span className="button-spinner" aria-hidden="true" />}
      {icon !== undefined && busy !== true && <Icon name={isInside ? "lock" : icon} />}
      {icon === undefined && isInside && <Icon name="lock" />}
      <span className="button-face">
        {busy === true && busyText !== undefined ? busyText : isInside ? reason : children}
        {money !== undefined && busy !== true && !isInside && <b className="fig"> {money}</b>}
      </span>
    </>
  );
}

/** The act of the page: large, filled, at the thumb. */
export function PrimaryButton(props: Omit<ButtonProps, "kind" | "size">): ReactNode {
  return <Button {...props} kind="primary" size="large" />;
}
