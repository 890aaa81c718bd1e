import { useContext, useEffect, useRef, type PointerEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { SheetPlaceContext } from "./AppShell.tsx";
import { useBack } from "./back.ts";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { useText } from "./text.tsx";
import { ToastRegion } from "./Toast.tsx";
import "./styles/sheet.css";

export interface SheetProps {
  readonly open: boolean;
  /** Absent while it must stay: there is no cross, and neither Esc nor a tap beside it closes it. */
  readonly onClose?: (() => void) | undefined;
  readonly title: string;
  /** The title is a button with a chevron: the bet type. */
  readonly onTitle?: (() => void) | undefined;
  /** Before the title: an icon of success. */
  readonly titleStart?: ReactNode;
  readonly titleTone?: "turf" | undefined;
  /** At the right of the head: the countdown. */
  readonly headEnd?: ReactNode;
  readonly children: ReactNode;
  /** Kept at the bottom while the middle scrolls: chips, cost, button, keypad. */
  readonly foot?: ReactNode;
  /** page: the ground of a page (receipt); surface: white. full: as high as the screen allows. */
  readonly ground?: "surface" | "page" | undefined;
  readonly full?: boolean | undefined;
  /** The page's address opens it, so Back closes it by itself. */
  readonly hasAddress?: boolean | undefined;
}

const CLOSE_DRAG_PX = 90;

/** A sheet: over the page, or in its place beside what it is about. */
export function Sheet(props: SheetProps): ReactNode {
  const place = useContext(SheetPlaceContext);
  if (place === null) return <SheetOver {...props} />;
  return props.open && createPortal(<SheetBeside {...props} />, place);
}

/** What is beside it stays alive; Esc closes it. Sheets that it opens lie over the page. */
function SheetBeside(props: SheetProps): ReactNode {
  return (
    <SheetPlaceContext value={null}>
      <section
        className="sheet-panel sheet-beside down"
        aria-label={props.title}
        data-ground={props.ground ?? "surface"}
        onKeyDown={(event) => {
          if (event.key === "Escape") props.onClose?.();
        }}
      >
        <SheetParts {...props} />
      </section>
    </SheetPlaceContext>
  );
}

/**
 * A sheet from the bottom, on the platform's modal dialog: it keeps the focus inside, Esc closes it,
 * what is behind is inert. Dragging its head down closes it too.
 */
function SheetOver(props: SheetProps): ReactNode {
  const { open, onClose, hasAddress = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === open) return;
    if (open) openAtStart(element);
    else element.close();
  }, [open]);
  const closeTop = useBack(open && !hasAddress, onClose);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        if (hasAddress) onClose?.();
        else closeTop();
      }}
      // A browser may close it without asking: then it is closed for everybody.
      onClose={() => open && onClose?.()}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div
        className="sheet-panel down"
        tabIndex={-1}
        data-ground={props.ground ?? "surface"}
        data-full={props.full || undefined}
      >
        <SheetParts {...props} />
      </div>
      {open && <ToastRegion />}
    </dialog>
  );
}

function SheetParts(props: SheetProps): ReactNode {
  return (
    <>
      <SheetHead {...props} />
      <div className="sheet-body">{props.children}</div>
      {props.foot !== undefined && <div className="sheet-foot">{props.foot}</div>}
    </>
  );
}

/** The focus starts at the panel, or in the field that asks for it: not on the first button. */
function openAtStart(dialog: HTMLDialogElement): void {
  const wanted = dialog.querySelector<HTMLElement>("[data-start]");
  dialog.showModal();
  (wanted ?? dialog.querySelector<HTMLElement>(".sheet-panel"))?.focus({ preventScroll: true });
}

function SheetHead(props: SheetProps): ReactNode {
  const t = useText();
  const drag = useDragDown(props.onClose);
  return (
    <div className="sheet-head across" {...drag}>
      <span className="sheet-grip" />
      {props.titleStart}
      <h2 className={props.titleTone}>
        {props.onTitle === undefined ? (
          props.title
        ) : (
          <button type="button" onClick={props.onTitle}>
            {props.title}
            <Icon name="chevron-down" />
          </button>
        )}
      </h2>
      {props.headEnd !== undefined && <div className="sheet-head-end">{props.headEnd}</div>}
      {props.onClose !== undefined && (
        <IconButton icon="close" label={t("act.close")} onPress={props.onClose} />
      )}
    </div>
  );
}

/** The panel follows the finger; far enough down it closes, else it returns. */
function useDragDown(onClose: (() => void) | undefined) {
  const startY = useRef<number | undefined>(undefined);
  const panelOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.parentElement;
  const end = (event: PointerEvent<HTMLElement>) => {
    if (startY.current === undefined) return;
    const distance = event.clientY - startY.current;
    startY.current = undefined;
    panelOf(event)?.removeAttribute("style");
    if (distance > CLOSE_DRAG_PX) onClose?.();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as Element).closest("button, a") !== null) return;
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startY.current === undefined) return;
      const distance = Math.max(0, event.clientY - startY.current);
      const style = panelOf(event)?.style;
      style?.setProperty("--drag", `${distance}px`);
      style?.setProperty("transition", "none");
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
