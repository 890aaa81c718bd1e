import { useEffect, useRef, type PointerEvent } from "react";

/** The specification's long press: after 350 ms, unless the finger moves more than 10 px. */
export const LONG_PRESS_MS = 350;
export const LONG_PRESS_PX = 10;

/** Whether a finger has moved too far from its start for this to be a press. */
export function movedAway(from: { x: number; y: number }, to: { x: number; y: number }): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > LONG_PRESS_PX;
}

/**
 * What a long press does. There must be another way to do it: not everybody can hold a finger
 * still. The tap that ends a long press does not count as a tap.
 */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const fired = useRef(false);
  const stop = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => stop, []);
  return {
    onPointerDown: (event: PointerEvent) => {
      stop();
      fired.current = false;
      if (event.button !== 0) return;
      const timer = setTimeout(() => {
        press.current = null;
        fired.current = true;
        onLongPress();
      }, LONG_PRESS_MS);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = press;
      if (current === null) return;
      if (movedAway(current, { x: event.clientX, y: event.clientY })) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (fired.current || press.current !== null) event.preventDefault();
    },
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!fired.current) return;
      fired.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
