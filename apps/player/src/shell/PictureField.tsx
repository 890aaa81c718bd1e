import { Icon } from "@club/ui";
import { useState, type ChangeEvent, type ReactNode } from "react";
import { useIsOnline } from "../core/connection.ts";
import { shrinkPicture } from "../device/shrink-picture.ts";
import "./picture-field.css";

export interface PictureFieldProps {
  readonly label: string;
  readonly note: string;
  /** Shown in place of the label while a picture is read and sent. */
  readonly busyLabel: string;
  readonly isSending: boolean;
  readonly onPicture: (picture: Blob) => void;
  readonly onReading?: (isReading: boolean) => void;
}

/** A picture from the camera or the device, shrunk before it is sent; needs a connection. */
export function PictureField(props: PictureFieldProps): ReactNode {
  const { label, note, busyLabel, isSending, onPicture, onReading } = props;
  const isOnline = useIsOnline();
  const [isReading, setReading] = useState(false);
  const isBusy = isReading || isSending;
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = "";
    if (file === undefined || isBusy) return;
    setReading(true);
    onReading?.(true);
    const picture = await shrinkPicture(file);
    setReading(false);
    onReading?.(false);
    onPicture(picture);
  };
  return (
    <label className="picture-field" data-locked={!isOnline || isBusy || undefined}>
      <Icon name="camera" />
      <span className="row-text">
        <b>{isBusy ? busyLabel : label}</b>
        <span className="mute">{note}</span>
      </span>
      <Icon name="chevron-right" className="list-row-chevron" />
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        disabled={!isOnline || isBusy}
        onChange={(event) => void choose(event)}
      />
    </label>
  );
}
