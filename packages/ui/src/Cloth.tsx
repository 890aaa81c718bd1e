import type { CSSProperties, ReactNode } from "react";
import { classes } from "./classes.ts";
import "./styles/cloth.css";

export interface ClothProps {
  readonly number: number;
  /** small: lists and tickets; medium: runner rows; large: the slip. */
  readonly size?: "small" | "medium" | "large";
  readonly scratched?: boolean;
  /** A meeting's own colours; the standard's otherwise. */
  readonly ground?: string | undefined;
  readonly ink?: string | undefined;
  /** Said by a screen reader instead of the bare number, for instance "3, Quiet Thunder". */
  readonly label?: string | undefined;
}

const STANDARD_CLOTHS = 24;

/** Which of the standard's cloths a runner has: beyond the last they begin anew. */
export const standardCloth = (number: number): number => ((number - 1) % STANDARD_CLOTHS) + 1;

/** The saddle cloth: a runner's number on its colours, the club's signature mark. */
export function Cloth(props: ClothProps): ReactNode {
  const { number, size = "medium", scratched = false, label } = props;
  const standard = standardCloth(number);
  const colours = {
    "--ground": props.ground ?? `var(--cloth-${standard})`,
    "--number": props.ink ?? `var(--cloth-${standard}-ink)`,
  } as CSSProperties;
  return (
    <span
      className={classes("cloth", `cloth-${size}`, scratched && "cloth-scratched")}
      style={colours}
      role={label === undefined ? undefined : "img"}
      aria-label={label}
    >
      {number}
    </span>
  );
}
