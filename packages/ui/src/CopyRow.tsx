import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";
import "./styles/list.css";

export interface CopyRowProps {
  readonly label: string;
  readonly value: string;
  readonly copyLabel: string;
  readonly onCopy: () => void;
}

/** A value to copy into another app. */
export function CopyRow({ label, value, copyLabel, onCopy }: CopyRowProps): ReactNode {
  return (
    <div className="copy-row across gap-2">
      <span className="mute">{label}</span>
      <b className="fig">{value}</b>
      <IconButton icon="copy" label={copyLabel} onPress={onCopy} />
    </div>
  );
}

/** The loudest value of a page, on a board: the reference of a transfer. */
export function CopyBoard({ label, value, copyLabel, onCopy }: CopyRowProps): ReactNode {
  return (
    <div className="copy-board across board">
      <span>
        <span className="mute">{label}</span>
        <b className="fig">{value}</b>
      </span>
      <Button icon="copy" onPress={onCopy}>
        {copyLabel}
      </Button>
    </div>
  );
}
