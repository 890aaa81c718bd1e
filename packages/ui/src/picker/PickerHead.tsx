import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";

export interface PickerStep {
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

/** An arrow to the page before or after. */
export function StepButton(props: PickerStep & { readonly way: "back" | "on" }): ReactNode {
  return (
    <button
      type="button"
      className="picker-step centred"
      data-way={props.way}
      aria-label={props.label}
      aria-disabled={props.isOff || undefined}
      onClick={() => !props.isOff && props.onPress()}
    >
      <Icon name="chevron-right" />
    </button>
  );
}

/** The page shown, the way to the ones beside it, and up to the months or years. */
export function PickerHead(props: {
  readonly title: string;
  /** Without it the title is no button. */
  readonly up?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly back?: PickerStep | undefined;
  readonly on?: PickerStep | undefined;
}): ReactNode {
  const { title, up, back, on } = props;
  return (
    <div className="picker-head across">
      {back !== undefined && <StepButton {...back} way="back" />}
      <span className="picker-title" aria-live="polite">
        {up === undefined ? (
          title
        ) : (
          <button type="button" onClick={up.onPress}>
            {title}
            <span className="hidden-text">{`, ${up.label}`}</span>
            <Icon name="chevron-down" />
          </button>
        )}
      </span>
      {on !== undefined && <StepButton {...on} way="on" />}
    </div>
  );
}
