import type { ReactNode } from "react";
import { ConsoleIcon } from "./ConsoleIcon.tsx";
import "../styles/console.css";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** A tick only where the server compared; a cross where it found a difference. */
  readonly check?: "ok" | "differs" | undefined;
  readonly checkLabel?: string | undefined;
}

/** Names at the left, values at the right. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="c-facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd className="fig">
            {fact.value}
            {fact.check !== undefined && (
              <ConsoleIcon
                name={fact.check === "ok" ? "check-circle" : "alert"}
                className={fact.check === "ok" ? "turf" : "loss"}
                label={fact.checkLabel}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
