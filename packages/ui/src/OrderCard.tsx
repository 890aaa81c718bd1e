import type { ReactNode } from "react";
import type { IconName } from "./Icon.tsx";
import { SelectionLine, type SelectionPart } from "./SelectionLine.tsx";
import { Tag, type TagTone } from "./Tag.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/order.css";

export interface OrderAmount {
  /** "paid", "back". */
  readonly word: string;
  readonly amount: string;
  readonly tone?: "turf" | "firm" | "mute" | undefined;
}

export interface OrderCardProps extends TapTarget {
  /** "Trifecta Box". */
  readonly title: string;
  /** "Ferrow Downs R2 · 12:58". */
  readonly meta: string;
  readonly tags: readonly {
    readonly text: string;
    readonly tone?: TagTone | undefined;
    readonly icon?: IconName | undefined;
  }[];
  readonly selection?: readonly SelectionPart[] | undefined;
  /** At the right of the selection: "5 scratched: 18 of 24 void", or a Countdown. */
  readonly note?: ReactNode;
  /** "24 × $1.00 = $24.00". */
  readonly sum: string;
  /** Payout and refund are two amounts with two words, never added. */
  readonly amounts?: readonly OrderAmount[] | undefined;
  /** More lines between selection and sum: the legs of a sport order. */
  readonly children?: ReactNode;
}

/** One bet of the player: what, where, on which runners, for how much, and its outcome. */
export function OrderCard(props: OrderCardProps): ReactNode {
  return (
    <Tap className="order" href={props.href} onPress={props.onPress}>
      <span className="order-head">
        <span>
          <b>{props.title}</b>
          <span className="mute">{props.meta}</span>
        </span>
        <span className="order-tags">
          {props.tags.map((tag) => (
            <Tag key={tag.text} tone={tag.tone} icon={tag.icon}>
              {tag.text}
            </Tag>
          ))}
        </span>
      </span>
      {(props.selection !== undefined || props.note !== undefined) && (
        <span className="order-selection across gap-2">
          {props.selection !== undefined && <SelectionLine parts={props.selection} />}
          {props.note !== undefined && <span className="order-note">{props.note}</span>}
        </span>
      )}
      {props.children}
      <span className="order-sum">
        <span>{props.sum}</span>
        {props.amounts?.map((amount) => (
          <span key={amount.word} className="order-amount">
            {amount.word} <b className={`fig ${amount.tone ?? ""}`}>{amount.amount}</b>
          </span>
        ))}
      </span>
    </Tap>
  );
}

export interface DayHeadProps {
  /** "Today, Sat 21 Nov". */
  readonly title: string;
  /** "staked $69.00 · back $153.50", amounts that count in <b>. */
  readonly children?: ReactNode;
}

/** The head of a day in a list. */
export function DayHead({ title, children }: DayHeadProps): ReactNode {
  return (
    <div className="day-head">
      <h2>{title}</h2>
      {children !== undefined && <span>{children}</span>}
    </div>
  );
}
