import { useState, useSyncExternalStore, type ReactNode } from "react";
import { classes } from "../classes.ts";
import { PHONE_WIDTH_PX } from "../date-picker.ts";
import { Popup } from "../Popup.tsx";
import { Sheet } from "../Sheet.tsx";
import "../styles/picker.css";

const PHONE = `(width <= ${PHONE_WIDTH_PX}px)`;

function subscribe(tell: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener("change", tell);
  return () => query.removeEventListener("change", tell);
}

/** Whether the picker is a sheet: the window is 500 px wide or less. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}

export interface PickerFrameProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly headEnd?: ReactNode;
  readonly foot?: ReactNode;
  /** range: 653 px wide as a popup; single: 301 px. */
  readonly size: "single" | "range";
  readonly children: ReactNode;
}

/** A sheet on a phone, above that a popup over a mask. */
export function PickerFrame(props: PickerFrameProps): ReactNode {
  const isPhone = useIsPhone();
  const foot =
    props.foot === undefined ? undefined : <div className="picker-foot">{props.foot}</div>;
  if (isPhone) {
    return (
      <Sheet
        open={props.open}
        onClose={props.onClose}
        title={props.title}
        headEnd={props.headEnd}
        foot={foot}
      >
        <div className="picker">{props.children}</div>
      </Sheet>
    );
  }
  return (
    <Popup
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      className={classes("picker-popup", `picker-popup-${props.size}`)}
      foot={foot}
    >
      <div className="picker">{props.children}</div>
    </Popup>
  );
}

/** Counts the openings: each starts with the value of that moment. */
export function useOpenings(open: boolean): number {
  const [seen, setSeen] = useState({ open: false, count: 0 });
  if (seen.open !== open) setSeen({ open, count: seen.count + (open ? 1 : 0) });
  return seen.count;
}
