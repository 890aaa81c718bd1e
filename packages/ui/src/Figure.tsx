import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import "./styles/list.css";

export interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly tone?: "turf" | "loss" | "brass" | "firm" | "amber" | undefined;
  /** odds 1.25; board 1.875; clock 2.5 rem. */
  readonly size?: "normal" | "board" | "clock" | undefined;
  readonly align?: "start" | "end" | undefined;
}

/** A number under its name. */
export function Figure({ label, value, tone, size = "normal", align }: FigureProps): ReactNode {
  return (
    <div className="figure" data-size={size} data-align={align}>
      <span className="figure-label">{label}</span>
      <span className={classes("fig figure-value", tone)}>{value}</span>
    </div>
  );
}

/** Figures in columns. */
export function FigureGrid({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="figure-grid">{children}</div>;
}
