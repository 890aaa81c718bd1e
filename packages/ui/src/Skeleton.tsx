import type { ReactNode } from "react";
import { useText } from "./text.tsx";
import "./styles/skeleton.css";

export interface SkeletonProps {
  /** The row that it stands for: the page does not move when that arrives. */
  readonly kind: "runner" | "meeting" | "order" | "row" | "board" | "next";
  readonly rows?: number | undefined;
}

const BARS: Readonly<Record<SkeletonProps["kind"], number>> = {
  runner: 6,
  meeting: 7,
  order: 5,
  row: 3,
  board: 3,
  next: 6,
};

/** Grey shapes of what is loading. They appear after 200 ms: a quick answer shows none. */
export function Skeleton({ kind, rows = 1 }: SkeletonProps): ReactNode {
  const t = useText();
  return (
    <div className="skeletons" role="status" aria-label={t("state.loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`skeleton skeleton-${kind}`} aria-hidden="true">
          {Array.from({ length: BARS[kind] }, (_bar, bar) => (
            <span key={bar} />
          ))}
        </div>
      ))}
    </div>
  );
}
