import type { ReactNode } from "react";
import "./styles/board.css";

/** The white rail with its gap at the post: the end of every board, the only ornament. */
export function Rail(): ReactNode {
  return <div className="rail" aria-hidden="true" />;
}
