import type { ReactNode } from "react";
import { Cloth } from "./Cloth.tsx";
import "./styles/cloth.css";

/** A cloth, or the words between: "with", "to win, with", "+ any two of". */
export type SelectionPart =
  | {
      readonly number: number;
      readonly scratched?: boolean | undefined;
      readonly label?: string | undefined;
    }
  | { readonly text: string; readonly struck?: boolean | undefined };

export interface SelectionLineProps {
  readonly parts: readonly SelectionPart[];
  readonly size?: "small" | "medium" | undefined;
}

/** A bet read back in cloths and words. */
export function SelectionLine({ parts, size = "small" }: SelectionLineProps): ReactNode {
  return (
    <span className="cloths">
      {parts.map((part, index) =>
        "number" in part ? (
          <Cloth
            key={index}
            number={part.number}
            size={size}
            scratched={part.scratched ?? false}
            label={part.label}
          />
        ) : part.struck === true ? (
          <s key={index} className="cloths-word">
            {part.text}
          </s>
        ) : (
          <span key={index} className="cloths-word">
            {part.text}
          </span>
        ),
      )}
    </span>
  );
}
