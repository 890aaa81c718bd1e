import { useLayoutEffect, useRef, type ReactNode } from "react";

/**
 * Around content that may be larger than its place and has no control of its own: a table, a
 * picture, a text. When it is larger, the frame scrolls, and can be focused so that the arrow keys
 * scroll too, from the very frame in which it is drawn. Content that fits is no stop for the
 * keyboard.
 */
export function ScrollFrame(props: {
  /** The class that lets it scroll. */
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { label } = props;
  // After every drawing of the content, before it is seen, and when fonts or the window change.
  useLayoutEffect(() => {
    if (frame.current !== null) markStop(frame.current, label);
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => markStop(element, label));
    for (const sized of [element, ...element.children]) observer.observe(sized);
    return () => observer.disconnect();
  }, [label]);
  return (
    <div ref={frame} className={props.className}>
      {props.children}
    </div>
  );
}

/** Set directly, not by state: another render would come a moment too late. */
function markStop(frame: HTMLElement, label: string): void {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = frame;
  const isStop = scrollWidth > clientWidth || scrollHeight > clientHeight;
  const marks = { role: "group", "aria-label": label, tabindex: "0" };
  for (const [name, value] of Object.entries(marks)) {
    if (isStop) frame.setAttribute(name, value);
    else frame.removeAttribute(name);
  }
}
