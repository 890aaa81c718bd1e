import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** Steps of the space scale: 4, 8, 12, 16 px. */
type Gap = 1 | 2 | 3 | 4;

export interface StackProps {
  readonly children: ReactNode;
  readonly gap?: Gap | undefined;
  /** The page's margins around it. */
  readonly pad?: boolean | undefined;
}

/** Parts under each other. */
export function Stack({ children, gap = 3, pad = false }: StackProps): ReactNode {
  return <div className={classes("stack", `gap-${gap}`, pad && "pad")}>{children}</div>;
}

export interface RowProps {
  readonly children: ReactNode;
  readonly gap?: Gap | undefined;
  /** Each part gets the same width: two buttons. */
  readonly even?: boolean | undefined;
  /** The parts go to both ends. */
  readonly apart?: boolean | undefined;
  readonly wrap?: boolean | undefined;
  /** Aligned at the top instead of the middle: for fields, whose errors stand below them. */
  readonly top?: boolean | undefined;
}

/** Parts beside each other. */
export function Row({ children, gap = 2, even, apart, wrap, top }: RowProps): ReactNode {
  return (
    <div
      className={classes(
        "row",
        `gap-${gap}`,
        even === true && "row-even",
        apart === true && "row-apart",
        wrap === true && "row-wrap",
        top === true && "row-top",
      )}
    >
      {children}
    </div>
  );
}
