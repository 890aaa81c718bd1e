import { useId, useState, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { readValue, type PickerOutput } from "./date-picker.ts";
import { DatePicker, type DatePickerProps } from "./DatePicker.tsx";
import { FieldNote } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { sayValue, usePickerTexts } from "./picker/picker-words.ts";
import "./styles/form.css";

export interface DateFieldProps<O extends PickerOutput = "string"> extends Omit<
  DatePickerProps<O>,
  "open" | "onClose" | "title"
> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A field that says its date or time and opens the picker. */
export function DateField<O extends PickerOutput = "string">(props: DateFieldProps<O>): ReactNode {
  const { label, mode = "date", error, hint } = props;
  const id = useId();
  const text = usePickerTexts();
  const [isOpen, setOpen] = useState(false);
  const value = readValue(props.value, mode);
  const said = value === null ? text.none : sayValue(value, mode, text.language);
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={classes("field", error !== undefined && "field-wrong")}>
      <button
        type="button"
        className="field-box date-field"
        aria-haspopup="dialog"
        aria-describedby={hasNote ? `${id}-note` : undefined}
        onClick={() => setOpen(true)}
      >
        <span className="field-label">{label}</span>
        <span className={classes("date-field-text", value === null && "mute")}>{said}</span>
        <Icon name={mode === "time" ? "clock" : "calendar"} />
      </button>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
      <DatePicker {...props} open={isOpen} onClose={() => setOpen(false)} title={label} />
    </div>
  );
}
