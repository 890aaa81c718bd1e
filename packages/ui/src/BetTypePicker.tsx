import { useId, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import "./styles/slip.css";

export interface BetTypeOption {
  readonly id: string;
  /** The specification's picker label: "6 Trifecta". */
  readonly label: string;
  /** One sentence: "First three in order." */
  readonly hint?: string | undefined;
  /** Why it cannot be chosen in this race. */
  readonly reason?: string | undefined;
}

export interface BetTypePickerProps {
  readonly label: string;
  readonly types: readonly BetTypeOption[];
  readonly selectedId?: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** All bet types as a list of radio buttons, for the inside of a sheet. */
export function BetTypePicker({
  label,
  types,
  selectedId,
  onSelect,
}: BetTypePickerProps): ReactNode {
  const name = useId();
  return (
    <fieldset className="type-picker">
      <legend className="hidden-text">{label}</legend>
      {types.map((type) => (
        <label key={type.id} className="type-option">
          <input
            type="radio"
            name={name}
            checked={type.id === selectedId}
            disabled={type.reason !== undefined}
            onChange={() => onSelect(type.id)}
          />
          <span>
            <b>{type.label}</b>
            {(type.reason ?? type.hint) !== undefined && <small>{type.reason ?? type.hint}</small>}
          </span>
          <Icon name="check" />
        </label>
      ))}
    </fieldset>
  );
}
