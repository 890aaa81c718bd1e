import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import "./styles/form.css";

export interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
}

/** On or off, at once. The whole row is the target. */
export function Toggle({ label, checked, onChange, disabled }: ToggleProps): ReactNode {
  return (
    <label className="toggle">
      <span>{label}</span>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="toggle-track" aria-hidden="true" />
    </label>
  );
}

/** A sentence to agree to. */
export function Checkbox({ label, checked, onChange, disabled }: ToggleProps): ReactNode {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="checkbox-box centred" aria-hidden="true">
        <Icon name="check" />
      </span>
      <span>{label}</span>
    </label>
  );
}
