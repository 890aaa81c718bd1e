import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { OddsArrow, type OddsMove } from "./OddsButton.tsx";
import "./styles/slip.css";
import "./styles/sport.css";

export interface SportSlipBarProps {
  readonly count: number;
  /** "Multiple at 13.20", the name of a single. */
  readonly children: ReactNode;
  /** "Open slip". */
  readonly act: string;
  readonly onPress: () => void;
}

/** What is in the slip, above the tabs: a tap opens it. */
export function SportSlipBar(props: SportSlipBarProps): ReactNode {
  return (
    <button type="button" className="sport-bar across gap-3" onClick={props.onPress}>
      <span className="sport-bar-count centred fig">{props.count}</span>
      <span className="sport-bar-text">{props.children}</span>
      <span className="sport-bar-act">
        {props.act}
        <Icon name="chevron-down" />
      </span>
    </button>
  );
}

export interface SportSlipLegProps {
  /** What is bet on: "Ellerby Town", "Over 2.5". */
  readonly name: string;
  /** "Match result · v Castle Moor". */
  readonly meta: string;
  readonly price: string;
  /** The price seen before, struck through, and its spoken text: "was 1.80". */
  readonly was?: { readonly price: string; readonly label: string } | undefined;
  readonly move?: OddsMove | undefined;
  /** Why it cannot be bet on now. */
  readonly trouble?: string | undefined;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** One selection of the slip. */
export function SportSlipLeg(props: SportSlipLegProps): ReactNode {
  const { was, move = "flat" } = props;
  return (
    <li className="sport-leg across gap-2" data-trouble={props.trouble !== undefined || undefined}>
      <span className="sport-leg-text">
        <b>{props.name}</b>
        <span className={props.trouble === undefined ? "mute" : "loss"}>
          {props.trouble ?? props.meta}
        </span>
      </span>
      {was !== undefined && (
        <s className="fig mute">
          <span className="hidden-text">{was.label}</span>
          <span aria-hidden="true">{was.price}</span>
        </s>
      )}
      <b className="sport-leg-price fig" data-move={move}>
        {props.price}
        <OddsArrow move={move} />
      </b>
      <IconButton icon="close" label={props.removeLabel} onPress={props.onRemove} />
    </li>
  );
}

export interface SportStakeRowProps {
  /** "Multiple", "Trixie", "Ellerby Town". */
  readonly title: string;
  /** "1 line at 13.20", "4 lines × $2.00". */
  readonly meta: string;
  /** What is typed; empty: the placeholder. */
  readonly value: string;
  readonly placeholder: string;
  readonly active: boolean;
  readonly error?: string | undefined;
  /** "Stake for Trixie, per line". */
  readonly label: string;
  readonly returnsLabel: string;
  /** "–" while there is no stake. */
  readonly returns: string;
  readonly onPress: () => void;
}

/** One bet that the selections can make, with its stake and its return if everything wins. */
export function SportStakeRow(props: SportStakeRowProps): ReactNode {
  const isEmpty = props.value === "";
  return (
    <div className="sport-stake across">
      <span className="sport-stake-text">
        <b>{props.title}</b>
        <span className={props.error === undefined ? "mute" : "loss"}>
          {props.error ?? props.meta}
        </span>
      </span>
      <button
        type="button"
        className="sport-stake-field across fig"
        data-active={props.active || undefined}
        data-empty={isEmpty || undefined}
        data-error={props.error !== undefined || undefined}
        aria-expanded={props.active}
        onClick={props.onPress}
      >
        <span className="hidden-text">{props.label} </span>
        {isEmpty ? props.placeholder : props.value}
        {props.active && <span className="caret" />}
      </button>
      <span className="sport-stake-returns down">
        <span className="mute">{props.returnsLabel}</span>
        <b className="fig">{props.returns}</b>
      </span>
    </div>
  );
}
