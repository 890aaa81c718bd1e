import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/button.css";

export interface TextLinkProps extends TapTarget {
  readonly icon?: IconName | undefined;
  /** A chevron after the text: it opens another page. */
  readonly opens?: boolean | undefined;
  readonly children: ReactNode;
}

/** A secondary act or page, as text 44 px high. */
export function TextLink({ icon, opens = false, children, ...tap }: TextLinkProps): ReactNode {
  return (
    <Tap className="text-link" {...tap}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {opens && <Icon name="chevron-right" className="text-link-chevron" />}
    </Tap>
  );
}
