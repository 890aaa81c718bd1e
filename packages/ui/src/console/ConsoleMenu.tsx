import type { ReactNode } from "react";
import { closing, useModal } from "../console-parts/ConsoleDialog.tsx";
import { useText } from "../text.tsx";
import { ConsoleIcon } from "./ConsoleIcon.tsx";
import { Brand, ConsoleUser, footOf, Places, type ConsolePlaces } from "./ConsolePlaces.tsx";
import "../styles/console-phone.css";

/**
 * The rail of a phone, as a sheet from the bottom, where the thumb is. Esc, a tap beside it and a
 * choice close it; the focus goes back to its button.
 */
export function ConsoleMenu(props: ConsolePlaces & { readonly onClose: () => void }): ReactNode {
  const t = useText();
  const { onClose, user } = props;
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="c-menu board"
      aria-label={props.navLabel}
      {...closing(dialog, onClose)}
    >
      <div className="c-menu-panel down">
        <div className="c-menu-head across">
          <Brand {...props} />
          <button type="button" aria-label={t("act.close")} onClick={onClose}>
            <ConsoleIcon name="close" />
          </button>
        </div>
        <nav aria-label={props.navLabel}>
          <Places {...props} groups={[...props.groups, ...footOf(props)]} onChoose={onClose} />
        </nav>
        <ConsoleUser
          user={user}
          onPress={() => {
            onClose();
            user.onPress?.();
          }}
        />
      </div>
    </dialog>
  );
}
