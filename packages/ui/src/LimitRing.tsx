import type { ReactNode } from "react";
import "./styles/slip.css";

export interface LimitRingProps {
  /** Used of the limit, 0 to 1. */
  readonly used: number;
  readonly size?: "small" | "large" | undefined;
  readonly label?: string | undefined;
}

const RADIUS = 10.25;
const ROUND = 2 * Math.PI * RADIUS;

/** How much of a limit is used, as a ring. */
export function LimitRing({ used, size = "small", label }: LimitRingProps): ReactNode {
  const share = Math.min(1, Math.max(0, used));
  return (
    <svg
      className="ring"
      data-size={size}
      data-full={used >= 1 || undefined}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <circle cx="12" cy="12" r={RADIUS} />
      <circle cx="12" cy="12" r={RADIUS} strokeDasharray={`${share * ROUND} ${ROUND}`} />
    </svg>
  );
}

export interface LimitLineProps {
  readonly used: number;
  /** "$36 of $100 today → $56 with this bet", amounts in <b>. */
  readonly children: ReactNode;
  /** Over the limit: said in the loss colour. */
  readonly over?: boolean | undefined;
}

/** The limit beside the act that uses it. */
export function LimitLine({ used, children, over = false }: LimitLineProps): ReactNode {
  return (
    <div className="limit-line across gap-2" data-over={over || undefined}>
      <LimitRing used={used} />
      <p>{children}</p>
    </div>
  );
}
