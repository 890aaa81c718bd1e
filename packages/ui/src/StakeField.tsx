import type { ReactNode } from "react";
import "./styles/slip.css";

export interface StakeFieldProps {
  /** "Win stake", "Total to spend, at most". */
  readonly label: string;
  /** As it is typed: "$10.00", "$50". Empty: the placeholder. */
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** The keypad writes into it, so it shows the caret. */
  readonly active: boolean;
  /** stacked: label over the figure; side: label left, large figure right (with the keypad open). */
  readonly layout?: "stacked" | "side" | undefined;
  readonly error?: string | undefined;
  readonly onPress: () => void;
}

/** A stake. It opens the club's keypad, so the system's keyboard never covers the slip. */
export function StakeField(props: StakeFieldProps): ReactNode {
  const { label, value, active, layout = "stacked" } = props;
  const isEmpty = value === "";
  return (
    <button
      type="button"
      className="stake"
      data-layout={layout}
      data-active={active || undefined}
      data-error={props.error !== undefined || undefined}
      aria-expanded={active}
      onClick={props.onPress}
    >
      <span className="stake-label">{props.error ?? label}</span>
      <span className="stake-value across fig" data-empty={isEmpty || undefined}>
        {isEmpty ? (props.placeholder ?? "") : value}
        {active && <span className="caret" />}
      </span>
    </button>
  );
}
