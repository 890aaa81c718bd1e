import { useEffect, useRef, type ReactNode } from "react";

/** Comes into view when it appears: at the end of a long form the button covers what it says. */
export function InView({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "center" }), []);
  return <div ref={place}>{children}</div>;
}
