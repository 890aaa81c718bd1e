import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import { useText } from "./text.tsx";
import "./styles/form.css";

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?:
    | "text"
    | "password"
    | "tel"
    | "email"
    | "date"
    | "time"
    | "search"
    | "number"
    | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly autoComplete?: string | undefined;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"] | undefined;
  readonly maxLength?: number | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Inside, at the right: "free" with its tick, "from Noor H.". */
  readonly end?: ReactNode;
  readonly onBlur?: (() => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A line of text with its label inside the box. A password can be shown. */
export function Field(props: FieldProps): ReactNode {
  const { type = "text", error, hint } = props;
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isPassword = type === "password";
  return (
    <div className={classes("field", error !== undefined && "field-wrong")}>
      <label className="field-box" htmlFor={id}>
        <span className="field-label">{props.label}</span>
        <FieldInput {...props} id={id} type={isPassword && isShown ? "text" : type} />
        {props.end !== undefined && <span className="field-end across gap-1">{props.end}</span>}
        {isPassword && <RevealButton shown={isShown} onToggle={() => setShown(!isShown)} />}
      </label>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

function FieldInput(
  props: FieldProps & { readonly id: string; readonly type: NonNullable<FieldProps["type"]> },
): ReactNode {
  const hasNote = props.error !== undefined || props.hint !== undefined;
  return (
    <input
      ref={props.inputRef}
      id={props.id}
      name={props.name}
      type={props.type}
      value={props.value}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete}
      inputMode={props.inputMode}
      maxLength={props.maxLength}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      autoFocus={props.autoFocus}
      autoCapitalize={props.type === "text" ? undefined : "none"}
      spellCheck={false}
      aria-invalid={props.error !== undefined || undefined}
      aria-describedby={hasNote ? `${props.id}-note` : undefined}
      onBlur={props.onBlur}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

function RevealButton({
  shown,
  onToggle,
}: {
  readonly shown: boolean;
  readonly onToggle: () => void;
}) {
  const t = useText();
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t(shown ? "act.hide" : "act.show")}
      onClick={onToggle}
    >
      <Icon name={shown ? "eye-off" : "eye"} />
    </button>
  );
}

/** Under a field: the error in its place, else the hint. */
export function FieldNote(props: {
  readonly id: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}): ReactNode {
  if (props.error !== undefined) {
    return (
      <p className="field-note field-error" id={props.id} role="alert">
        <Icon name="alert" />
        {props.error}
      </p>
    );
  }
  if (props.hint === undefined) return null;
  return (
    <div className="field-note" id={props.id}>
      {props.hint}
    </div>
  );
}
