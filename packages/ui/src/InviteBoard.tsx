import type { ReactNode } from "react";
import { Rail } from "./Rail.tsx";
import "./styles/invite.css";

export interface InviteBoardProps {
  /** A picture as a data URL; it stands on white with its quiet zone in both themes. */
  readonly picture: string;
  readonly pictureLabel: string;
  readonly codeLabel: string;
  readonly code: string;
  readonly text: string;
  readonly acts: ReactNode;
}

/** The player's code, legible from across a table, and its picture. */
export function InviteBoard(props: InviteBoardProps): ReactNode {
  return (
    <section className="invite-board" aria-label={props.codeLabel}>
      <div className="invite-board-main">
        <img src={props.picture} alt={props.pictureLabel} width="132" height="132" />
        <div>
          <p>{props.codeLabel}</p>
          <p className="invite-code fig">{props.code}</p>
          <p>{props.text}</p>
        </div>
      </div>
      <div className="invite-acts">{props.acts}</div>
      <Rail />
    </section>
  );
}

export interface FriendRowProps {
  readonly name: string;
  readonly meta: string;
  readonly end: ReactNode;
}

/** Somebody who joined: only the first letter of the name is shown. */
export function FriendRow({ name, meta, end }: FriendRowProps): ReactNode {
  return (
    <li className="friend across gap-3">
      <span className="friend-letter centred fig" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <span className="friend-words down">
        <b>{name}</b>
        <span>{meta}</span>
      </span>
      <span className="friend-end across gap-3">{end}</span>
    </li>
  );
}
