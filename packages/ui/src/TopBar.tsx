import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { ClubMark } from "./ClubMark.tsx";
import { IconButton, type IconButtonProps } from "./IconButton.tsx";
import { Spoken } from "./Spoken.tsx";
import { useText } from "./text.tsx";
import type { TapTarget } from "./Tap.tsx";
import "./styles/shell.css";

export interface TopBarProps {
  /** green: the six screens with their own bar; light: the others, with the back arrow. */
  readonly kind: "green" | "light";
  readonly title: string;
  /** A second line under the title: "noor.h · member 40117". */
  readonly subtitle?: string | undefined;
  /** The club's mark before the title: home and login. */
  readonly brand?: boolean | undefined;
  /** The club's own logo in its place. */
  readonly logo?: string | null | undefined;
  readonly back?: TapTarget | undefined;
  /** The balance, as text; dimmed when it may be old. */
  readonly balance?: string | undefined;
  readonly balanceHref?: string | undefined;
  readonly balanceLabel?: string | undefined;
  readonly stale?: boolean | undefined;
  readonly actions?: readonly IconButtonProps[] | undefined;
  /** Anything else at the right: a text button, the language. */
  readonly end?: ReactNode;
}

/** Beside a balance and two buttons. */
const MOST_ON_ONE_LINE = 16;

/** The head of a screen. It stays on top while the page scrolls. */
export function TopBar(props: TopBarProps): ReactNode {
  const t = useText();
  return (
    <header className={classes("top-bar across", `top-bar-${props.kind}`)}>
      {props.back !== undefined && <IconButton icon="back" label={t("act.back")} {...props.back} />}
      {props.brand === true && <ClubMark logo={props.logo} />}
      <div className="top-bar-name">
        <h1 data-long={props.title.length > MOST_ON_ONE_LINE || undefined}>{props.title}</h1>
        {props.subtitle !== undefined && <p>{props.subtitle}</p>}
      </div>
      {props.balance !== undefined && (
        <a className="top-bar-balance across fig" href={props.balanceHref} data-stale={props.stale}>
          <Spoken label={props.balanceLabel}>{props.balance}</Spoken>
        </a>
      )}
      {props.actions?.map((action) => (
        <IconButton key={action.label} {...action} />
      ))}
      {props.end}
    </header>
  );
}
