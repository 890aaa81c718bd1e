import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { FieldNote } from "./Field.tsx";
import "./styles/form.css";

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly length?: number | undefined;
  /** At the right of the label: "valid for 4:38". */
  readonly labelEnd?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

const CODE_LENGTH = 6;

/** A code of digits in cells. It is one input, so pasting and the system's one-time code work. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const id = useId();
  const length = props.length ?? CODE_LENGTH;
  const cells = Array.from({ length }, (_, index) => props.value[index] ?? "");
  return (
    <div className={classes("field", props.error !== undefined && "field-wrong")}>
      <div className="code-head">
        <label htmlFor={id}>{props.label}</label>
        {props.labelEnd}
      </div>
      <div className="code">
        <input
          id={id}
          value={props.value}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={length}
          autoFocus={props.autoFocus}
          aria-invalid={props.error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => props.onChange(event.target.value.replace(/\D/g, ""))}
        />
        {cells.map((digit, index) => (
          <span
            key={index}
            className="code-cell centred fig"
            data-next={index === Math.min(props.value.length, length - 1) || undefined}
            aria-hidden="true"
          >
            {digit}
            {digit === "" && index === props.value.length && <span className="caret" />}
          </span>
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={props.error} hint={props.hint} />
    </div>
  );
}
