import { Fragment, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import "./styles/slip.css";

export interface BetTypeOption {
  readonly id: string;
  /** The specification's picker label: "6 Trifecta". */
  readonly label: string;
  /** What it is of: "Two runners". Options of one group stand together, under it. */
  readonly group?: string | undefined;
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

/**
 * All bet types as a list of buttons, for use in a sheet. Radio buttons would choose at each arrow
 * key, and choosing leaves the list: the keyboard could reach only the neighbours.
 */
export function BetTypePicker({
  label,
  types,
  selectedId,
  onSelect,
}: BetTypePickerProps): ReactNode {
  return (
    <div className="type-picker" role="group" aria-label={label}>
      {types.map((type, at) => (
        <Fragment key={type.id}>
          {type.group !== undefined && type.group !== types[at - 1]?.group && (
            <h3 className="type-group">{type.group}</h3>
          )}
          <button
            type="button"
            className="type-option"
            data-id={type.id}
            aria-pressed={type.id === selectedId}
            aria-disabled={type.reason !== undefined || undefined}
            onClick={() => type.reason === undefined && onSelect(type.id)}
          >
            <span>
              <b>{type.label}</b>
              {(type.reason ?? type.hint) !== undefined && (
                <small>{type.reason ?? type.hint}</small>
              )}
            </span>
            <Icon name="check" />
          </button>
        </Fragment>
      ))}
    </div>
  );
}
