import type { ReactNode } from "react";
import type { CSSProperties } from "react";
import "./styles/form.css";

export interface MeterProps {
  /** 0 to 1. */
  readonly value: number;
  readonly label: string;
  /** At the right: "strong". */
  readonly text?: string | undefined;
  readonly tone?: "turf" | "brass" | "loss" | undefined;
}

/** How much of something: the strength of a password, a limit's use. */
export function Meter({ value, label, text, tone = "turf" }: MeterProps): ReactNode {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div className="meter" data-tone={tone}>
      <div
        className="meter-track"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={share}
        aria-valuetext={text}
        style={{ "--share": share } as CSSProperties}
      />
      {text !== undefined && <b className={tone}>{text}</b>}
    </div>
  );
}
