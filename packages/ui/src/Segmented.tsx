import { useId, type ReactNode } from "react";
import "./styles/segmented.css";

export interface SegmentedProps<Id extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly id: Id;
    readonly label: string;
    readonly count?: number | undefined;
  }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** A choice among a few, all in view. Radio buttons inside, so the arrow keys work as expected. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>): ReactNode {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className="hidden-text">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.id}>
          <input
            type="radio"
            name={name}
            checked={option.id === props.value}
            onChange={() => props.onChange(option.id)}
          />
          <span>
            {option.label}
            {option.count !== undefined && <span className="fig"> {option.count}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
