import type { ReactNode } from "react";

/**
 * Says `label` in place of what is drawn, as content of the link or button around it. (An
 * `aria-label` would have to repeat the drawn text in its order: WCAG 2.5.3.)
 */
export function Spoken(props: {
  readonly label: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  if (props.label === undefined) return props.children;
  return (
    <>
      <span className="hidden-text">{props.label}</span>
      <span className="drawn" aria-hidden="true">
        {props.children}
      </span>
    </>
  );
}
