import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Rail } from "./Rail.tsx";
import "./styles/board.css";

export interface ToteBoardProps {
  readonly children: ReactNode;
  /** Set into a surface (cost bar, reference): rounded, no rail. */
  readonly inset?: boolean;
  /** Every board ends in the rail unless it is inset. */
  readonly rail?: boolean;
  readonly label?: string;
}

/** The dark infield panel. Inside it the tokens mean the board's colours, in both themes. */
export function ToteBoard({ children, inset = false, rail, label }: ToteBoardProps): ReactNode {
  return (
    <section className={classes("board", inset && "board-inset")} aria-label={label}>
      {children}
      {(rail ?? !inset) && <Rail />}
    </section>
  );
}
