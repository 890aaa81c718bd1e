import { useId, type ReactNode, type Ref } from "react";
import { classes } from "../classes.ts";
import "../styles/console.css";

export interface ConsoleFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly type?: "text" | "password" | "date" | "time" | "datetime-local" | "number" | undefined;
  /** figure: large, in the figure face: saddle numbers, amounts. */
  readonly look?: "text" | "figure" | undefined;
  /** Several lines: a reason, a payload. */
  readonly lines?: number | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly autoComplete?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  readonly onEnter?: (() => void) | undefined;
}

/** A field of the console: label above, error in place of the hint. */
export function ConsoleField(props: ConsoleFieldProps): ReactNode {
  const { error, hint, lines } = props;
  const id = useId();
  const note = error ?? hint;
  const shared = {
    id,
    name: props.name,
    value: props.value,
    placeholder: props.placeholder,
    disabled: props.disabled,
    autoFocus: props.autoFocus,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": note === undefined ? undefined : `${id}-note`,
  };
  return (
    <div className={classes("c-field", error !== undefined && "c-field-wrong")}>
      <label htmlFor={id}>{props.label}</label>
      {lines === undefined ? (
        <input
          {...shared}
          ref={props.inputRef}
          type={props.type ?? "text"}
          autoComplete={props.autoComplete ?? "off"}
          spellCheck={false}
          data-look={props.look}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && props.onEnter?.()}
        />
      ) : (
        <textarea
          {...shared}
          rows={lines}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
      {note !== undefined && (
        <p id={`${id}-note`} role={error === undefined ? undefined : "alert"}>
          {note}
        </p>
      )}
    </div>
  );
}

export interface ConsoleSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string) => void;
  readonly disabled?: boolean | undefined;
}

export function ConsoleSelect(props: ConsoleSelectProps): ReactNode {
  const id = useId();
  return (
    <div className="c-field">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
