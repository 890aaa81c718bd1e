import { useEffect, useRef, useState, type ReactNode } from "react";
import { Spoken } from "./Spoken.tsx";
import "./styles/race.css";

export type PriceMove = "in" | "out" | "flat";

export interface PriceButtonProps {
  /** "4.60"; null while there is none. */
  readonly price: string | null;
  /** The price before, beside the arrow; null draws a dash (it has not moved). Absent: no line. */
  readonly was?: string | null | undefined;
  readonly move?: PriceMove | undefined;
  readonly selected?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Said on focus: "Quiet Thunder, win 3.40, in from 4.40". */
  readonly label: string;
  readonly onPress?: (() => void) | undefined;
}

const FLASH_MS = 300;

/** A price that can be tapped. A change tints it for 300 ms and is never announced live. */
export function PriceButton(props: PriceButtonProps): ReactNode {
  const { price, was, move = "flat", selected = false } = props;
  const isFlashing = useFlash(price);
  return (
    <button
      type="button"
      className="price across fig"
      data-move={move}
      data-flash={isFlashing || undefined}
      aria-pressed={selected}
      disabled={props.disabled === true || price === null}
      onClick={props.onPress}
    >
      <Spoken label={props.label}>
        <span className="price-now">{price ?? "–"}</span>
        {was !== undefined && (
          <span className="price-was across gap-1">
            {was === null ? "-" : <PriceArrow move={move} />}
            {was}
          </span>
        )}
      </Spoken>
    </button>
  );
}

function PriceArrow({ move }: { readonly move: PriceMove }): ReactNode {
  return (
    <svg className="price-arrow" viewBox="0 0 10 8" aria-hidden="true">
      <path d={move === "out" ? "M5 .5 9.5 7.5H.5z" : "M5 7.5.5.5h9z"} />
    </svg>
  );
}

/** True for a moment after `value` has changed; not for the first value. */
function useFlash(value: string | null): boolean {
  const before = useRef(value);
  const [isFlashing, setFlashing] = useState(false);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    setFlashing(true);
    const timer = setTimeout(() => setFlashing(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return isFlashing;
}
