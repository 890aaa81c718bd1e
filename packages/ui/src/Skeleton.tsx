import type { CSSProperties, ReactNode } from "react";
import { useText } from "./text.tsx";
import "./styles/skeleton.css";

export interface SkeletonProps {
  /** The row that it stands for: the page does not move when that arrives. */
  readonly kind: "runner" | "meeting" | "order" | "row" | "board" | "next";
  readonly rows?: number | undefined;
}

const CONTROL = { borderRadius: "var(--r-control)" };

/** A bar: its place as `inset` has it, its width, and its height in rem. */
function bar(inset: string, width: string, height: number) {
  return { inset, width, height: `${height}rem` };
}

const BARS: Readonly<Record<SkeletonProps["kind"], readonly CSSProperties[]>> = {
  runner: [
    bar("0.5rem auto auto 0.8125rem", "1.75rem", 1.625),
    bar("2.25rem auto auto 0.9375rem", "1.5rem", 1.5),
    bar("0.625rem auto auto 3.25rem", "7rem", 0.875),
    bar("1.875rem auto auto 3.25rem", "9rem", 0.75),
    { ...bar("0.5625rem 5.125rem auto auto", "3.75rem", 3.125), ...CONTROL },
    { ...bar("0.5625rem 0.75rem auto auto", "3.75rem", 3.125), ...CONTROL },
  ],
  row: [
    { ...bar("0.6875rem auto auto 1rem", "2rem", 2), ...CONTROL },
    bar("0.75rem auto auto 3.625rem", "40%", 0.875),
    bar("1.9375rem auto auto 3.625rem", "28%", 0.75),
  ],
  order: [
    bar("0.8125rem auto auto 0.875rem", "6rem", 1.125),
    bar("2.25rem auto auto 0.875rem", "9rem", 0.75),
    bar("3.75rem auto auto 0.875rem", "5rem", 1.125),
    bar("6.375rem auto auto 0.875rem", "7rem", 0.875),
    bar("6.25rem 0.875rem auto auto", "4.5rem", 1.125),
  ],
  meeting: [
    bar("0.8125rem auto auto 1rem", "7rem", 1.125),
    ...[1, 4.625, 8.25, 11.875, 15.5, 19.125].map((left) => ({
      ...bar(`2.625rem auto auto ${left}rem`, "3.25rem", 3),
      ...CONTROL,
    })),
  ],
  board: [
    bar("0.75rem auto auto 1rem", "11rem", 1.625),
    bar("2.75rem auto auto 1rem", "9rem", 0.875),
    bar("1rem 1rem auto auto", "4.5rem", 2.25),
  ],
  next: [
    {
      ...bar("0.625rem 1rem auto", "auto", 8.4375),
      ...CONTROL,
      background: "var(--board-2)",
    },
    bar("1.5rem auto auto 1.75rem", "10rem", 1.5),
    bar("1.5rem 1.75rem auto auto", "4rem", 2.25),
    ...[10, 12.75, 15.5, 18.25].map((top) => bar(`${top}rem 1rem auto`, "auto", 1.5)),
  ],
};

/** Grey shapes of what is loading. They appear after 200 ms: a quick answer shows none. */
export function Skeleton({ kind, rows = 1 }: SkeletonProps): ReactNode {
  const t = useText();
  return (
    <div className="skeletons" role="status" aria-label={t("state.loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`skeleton skeleton-${kind}`} aria-hidden="true">
          {BARS[kind].map((style, index) => (
            <span key={index} style={style} />
          ))}
        </div>
      ))}
    </div>
  );
}
