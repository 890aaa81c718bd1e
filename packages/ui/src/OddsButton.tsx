import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Icon } from "./Icon.tsx";
import { Spoken } from "./Spoken.tsx";
import "./styles/sport.css";

/** in: the price shortened; out: it lengthened. */
export type OddsMove = "in" | "out" | "flat";

export interface OddsButtonProps {
  /** "1.85"; null while there is none. */
  readonly price: string | null;
  /** Over the price: "Draw", "Over 2.5". Without it the column's head says what it is. */
  readonly name?: string | undefined;
  readonly move?: OddsMove | undefined;
  readonly selected?: boolean | undefined;
  /** Suspended, closed: drawn dashed, with a lock where there is no price. */
  readonly disabled?: boolean | undefined;
  /** How it was settled, once it was. */
  readonly state?: "won" | "lost" | undefined;
  /** Said on focus: "Ellerby Town, match result, 1.85, in from 1.90". */
  readonly label: string;
  readonly onPress?: (() => void) | undefined;
}

const FLASH_MS = 300;

/** Fixed odds that can be tapped. The arrow has a place of its own: a change moves nothing. */
export function OddsButton(props: OddsButtonProps): ReactNode {
  const { price, name, move = "flat", selected = false, disabled = false } = props;
  const button = useFlash(price, move);
  return (
    <button
      ref={button}
      type="button"
      className="odds across"
      data-move={move}
      data-state={props.state}
      aria-pressed={selected}
      disabled={disabled || price === null}
      onClick={props.onPress}
    >
      <Spoken label={props.label}>
        {name !== undefined && <span className="odds-name">{name}</span>}
        <span className="odds-price fig">
          {price ?? <Icon name="lock" />}
          {price !== null && !disabled && <OddsArrow move={move} />}
        </span>
      </Spoken>
    </button>
  );
}

/** Which way a price went, by shape and colour. */
export function OddsArrow({ move }: { readonly move: OddsMove }): ReactNode {
  if (move === "flat") return null;
  return (
    <svg className="odds-arrow" data-move={move} viewBox="0 0 10 8" aria-hidden="true">
      <path d={move === "out" ? "M5 .5 9.5 7.5H.5z" : "M5 7.5.5.5h9z"} />
    </svg>
  );
}

const TINTS = {
  in: { borderColor: "var(--firm)", backgroundColor: "var(--firm-tint)" },
  out: { borderColor: "var(--drift)", backgroundColor: "var(--drift-tint)" },
} as const;

/**
 * Tints the button for a moment after a price has changed into another; not for the first price.
 * The tint is drawn twice, on and off, and nothing is rendered again for it: on a board where ten
 * prices move in a second a fade would cost too much.
 */
function useFlash(price: string | null, move: OddsMove): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(price);
  useEffect(() => {
    const isChange = before.current !== null && before.current !== price;
    before.current = price;
    if (!isChange || move === "flat" || isStill()) return;
    if (button.current?.getAttribute("aria-pressed") === "true") return;
    button.current?.animate([TINTS[move], TINTS[move]], { duration: FLASH_MS, easing: "steps(1)" });
  }, [price, move]);
  return button;
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
