import { useEffect, useRef, useState, type ReactNode } from "react";

/**
 * Around a table that may be wider than its place. When it is, the frame scrolls, and takes the focus
 * so that the arrows do it too; a table that fits is no stop for the keyboard.
 */
export function TableFrame(props: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const isWider = useIsWider(frame);
  return (
    <div
      ref={frame}
      className="c-table-frame"
      role={isWider ? "group" : undefined}
      aria-label={isWider ? props.label : undefined}
      tabIndex={isWider ? 0 : undefined}
    >
      {props.children}
    </div>
  );
}

function useIsWider(frame: { readonly current: HTMLElement | null }): boolean {
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => setIsWider(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    for (const sized of [element, ...element.children]) observer.observe(sized);
    return () => observer.disconnect();
  }, [frame]);
  return isWider;
}
