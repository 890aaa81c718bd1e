import { useEffect, useRef, useState, type ReactNode } from "react";
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

/** Fixed odds that can be tapped. The arrow stands in a place of its own: a change moves nothing. */
export function OddsButton(props: OddsButtonProps): ReactNode {
  const { price, name, move = "flat", selected = false, disabled = false } = props;
  const isFlashing = useFlash(price);
  return (
    <button
      type="button"
      className="odds"
      data-move={move}
      data-flash={isFlashing || undefined}
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

/** True for a moment after a price has changed into another; not for the first one. */
function useFlash(price: string | null): boolean {
  const before = useRef(price);
  const [isFlashing, setFlashing] = useState(false);
  useEffect(() => {
    if (before.current === price) return;
    const hadOne = before.current !== null;
    before.current = price;
    if (!hadOne) return;
    setFlashing(true);
    const timer = setTimeout(() => setFlashing(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [price]);
  return isFlashing;
}
