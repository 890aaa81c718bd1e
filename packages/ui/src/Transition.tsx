import { useEffect, useState, type ReactNode } from "react";
import "./styles/pieces.css";

/** The specification's duration of a transition; a test holds the token `--m-sheet` to it. */
export const TRANSITION_MS = 300;

export interface TransitionProps {
  readonly shown: boolean;
  readonly kind?: "fade" | "up" | "down" | "start" | "end" | "zoom";
  readonly children: ReactNode;
  /** Called once it has gone. */
  readonly onGone?: (() => void) | undefined;
}

/** Shows and hides something in 300 ms, at once where motion is unwanted; then unmounts it. */
export function Transition(props: TransitionProps): ReactNode {
  const { shown, kind = "fade", onGone } = props;
  const [isThere, setThere] = useState(shown);
  if (shown && !isThere) setThere(true);
  useEffect(() => {
    if (shown || !isThere) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(
      () => {
        setThere(false);
        onGone?.();
      },
      isStill ? 0 : TRANSITION_MS,
    );
    return () => clearTimeout(timer);
  }, [shown, isThere, onGone]);
  if (!isThere) return null;
  return (
    <div className="transition" data-kind={kind} data-shown={shown} inert={!shown}>
      {props.children}
    </div>
  );
}
