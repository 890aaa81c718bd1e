import { useId, useState, type DragEvent, type ReactNode } from "react";
import { ConsoleIcon } from "../console/ConsoleIcon.tsx";
import "../styles/console-parts.css";

export interface DropZoneProps {
  readonly title: string;
  readonly hint: string;
  /** What the file dialog offers: ".json". */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A file by drop, click or keyboard: the whole field is the label of the file input. */
export function DropZone(props: DropZoneProps): ReactNode {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent, value: boolean) => {
    event.preventDefault();
    setIsOver(value);
  };
  return (
    <label
      className="c-drop across gap-1"
      htmlFor={id}
      data-over={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) props.onFile(file);
      }}
    >
      <ConsoleIcon name="card-file" />
      <b>{props.title}</b>
      <span>{props.hint}</span>
      <input
        id={id}
        type="file"
        accept={props.accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) props.onFile(file);
          // The same file chosen again is a new choice.
          event.target.value = "";
        }}
      />
    </label>
  );
}
