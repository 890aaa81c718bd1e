import type { ReactNode } from "react";
import "./styles/pieces.css";

export interface CardProps {
  readonly title?: string | undefined;
  /** At the right of the title. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** Content that belongs together, on a surface of its own. */
export function Card({ title, end, children, foot }: CardProps): ReactNode {
  return (
    <section className="card" aria-label={title}>
      {title !== undefined && (
        <div className="card-head across gap-2">
          <h2>{title}</h2>
          {end}
        </div>
      )}
      <div className="card-body">{children}</div>
      {foot !== undefined && <div className="card-foot">{foot}</div>}
    </section>
  );
}
