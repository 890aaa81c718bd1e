import { useEffect, useRef, type ReactNode } from "react";
import { useBack } from "./back.ts";
import { classes } from "./classes.ts";
import { IconButton } from "./IconButton.tsx";
import { useText } from "./text.tsx";
import { ToastRegion } from "./Toast.tsx";
import "./styles/popup.css";

export interface PopupProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Kept at the bottom while the middle scrolls. */
  readonly foot?: ReactNode;
  /** For another size than a question's: the date picker has its own. */
  readonly className?: string | undefined;
}

/**
 * A box in the middle over a mask, on the platform's modal dialog: the focus stays inside, what is
 * behind is inert, and Esc or a tap on the mask closes it.
 */
export function Popup(props: PopupProps): ReactNode {
  const { open, onClose } = props;
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === open) return;
    if (!open) return element.close();
    const wanted = element.querySelector<HTMLElement>("[data-start]");
    element.showModal();
    (wanted ?? element.querySelector<HTMLElement>(".popup-box"))?.focus({ preventScroll: true });
  }, [open]);
  const closeTop = useBack(open, onClose);
  return (
    <dialog
      ref={dialog}
      className={classes("popup", props.className)}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        closeTop();
      }}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="popup-box down" tabIndex={-1}>
        <div className="popup-head across gap-2">
          <h2>{props.title}</h2>
          <IconButton icon="close" label={t("act.close")} onPress={onClose} />
        </div>
        <div className="popup-body">{props.children}</div>
        {props.foot !== undefined && <div className="popup-foot">{props.foot}</div>}
      </div>
      {open && <ToastRegion />}
    </dialog>
  );
}
