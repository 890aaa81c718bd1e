import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { FieldNote } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import "./styles/form.css";

export interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** A choice among many, by the system's own picker. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={classes("field", props.error !== undefined && "field-wrong")}>
      <label className="field-box field-select" htmlFor={id}>
        <span className="field-label">{props.label}</span>
        <select
          id={id}
          name={props.name}
          value={props.value}
          disabled={props.disabled}
          aria-invalid={props.error !== undefined || undefined}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </label>
      <FieldNote id={`${id}-note`} error={props.error} hint={props.hint} />
    </div>
  );
}
