import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import "./styles/list.css";

export interface ValueRowProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly tone?: "turf" | "firm" | "loss" | "brass" | "mute" | undefined;
  /** Under a heavy rule: a sum. */
  readonly total?: boolean | undefined;
}

/** A fact: its name at the left, its value at the right. */
export function ValueRow({ label, value, tone, total = false }: ValueRowProps): ReactNode {
  return (
    <div className={classes("value-row", total && "value-row-total")}>
      <span>{label}</span>
      <b className={classes("fig", tone)}>{value}</b>
    </div>
  );
}
