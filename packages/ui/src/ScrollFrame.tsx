import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

/**
 * Around what may be larger than its place and has no control of its own: a table, a picture, a
 * text. When it is larger, the frame scrolls, and takes the focus so that the arrows do it too, from
 * the same frame in which it is drawn; what fits is no stop for the keyboard.
 */
export function ScrollFrame(props: {
  /** The class that lets it scroll. */
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const isLarger = useIsLarger(frame);
  return (
    <div
      ref={frame}
      className={props.className}
      role={isLarger ? "group" : undefined}
      aria-label={isLarger ? props.label : undefined}
      tabIndex={isLarger ? 0 : undefined}
    >
      {props.children}
    </div>
  );
}

function useIsLarger(frame: { readonly current: HTMLElement | null }): boolean {
  const [isLarger, setIsLarger] = useState(false);
  const look = useCallback(() => {
    const element = frame.current;
    if (element === null) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    setIsLarger(scrollWidth > clientWidth || scrollHeight > clientHeight);
  }, [frame]);
  // After every drawing of what is in it, before anybody sees that; and when fonts or the window change.
  useLayoutEffect(look);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => flushSync(look));
    for (const sized of [element, ...element.children]) observer.observe(sized);
    return () => observer.disconnect();
  }, [frame, look]);
  return isLarger;
}
