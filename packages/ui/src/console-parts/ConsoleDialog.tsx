import {
  useEffect,
  useRef,
  type FormEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { ConsoleIcon } from "../console/ConsoleIcon.tsx";
import { useText } from "../text.tsx";
import "../styles/console.css";
import "../styles/console-parts.css";

export interface ConsoleDialogProps {
  readonly title: string;
  readonly meta?: string | undefined;
  readonly children?: ReactNode;
  /** The acts, last the one that Enter triggers, which has type submit. */
  readonly acts: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit?: (() => void) | undefined;
  /** wide: tables; palette: near the top, without head. */
  readonly size?: "normal" | "wide" | undefined;
}

/**
 * A question before an act, on the platform's modal dialog: it keeps the focus inside, Esc closes
 * it, what is behind is inert. It is open as long as it is mounted.
 */
export function ConsoleDialog(props: ConsoleDialogProps): ReactNode {
  const t = useText();
  const dialog = useModal();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog that another one's form has opened answers for itself.
    event.stopPropagation();
    props.onSubmit?.();
  };
  return (
    <dialog
      ref={dialog}
      className="c-dialog"
      data-size={props.size}
      aria-label={props.title}
      {...closing(dialog, props.onClose)}
    >
      <form onSubmit={submit}>
        <div className="c-dialog-head">
          <h2>{props.title}</h2>
          {props.meta !== undefined && <span className="mute">{props.meta}</span>}
          <button type="button" aria-label={t("act.close")} onClick={props.onClose}>
            <ConsoleIcon name="close" />
          </button>
        </div>
        <div className="c-dialog-body down gap-3">{props.children}</div>
        <div className="c-dialog-acts">{props.acts}</div>
      </form>
    </dialog>
  );
}

/** Esc and a click beside the dialog close it. */
export function closing(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  return {
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      onClose();
    },
    onClick: (event: SyntheticEvent) => {
      if (event.target === dialog.current) onClose();
    },
  };
}

/** Opens the dialog when it is mounted; on unmount the focus goes back to where it was. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) {
      element.showModal();
      firstField(element)?.focus();
    }
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return dialog;
}

/** Where typing starts; switches are skipped. A dialog without fields focuses its act. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>(
    "[data-start], input:not([type='radio'], [type='checkbox']), textarea, select",
  );
  return field ?? dialog.querySelector<HTMLElement>("button[type='submit']");
}
