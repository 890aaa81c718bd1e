import type { ReactNode } from "react";
import { Cloth } from "./Cloth.tsx";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { Rail } from "./Rail.tsx";
import { Silk } from "./Silk.tsx";
import "./styles/receipt.css";

export interface ReceiptRunner {
  readonly number: number;
  readonly name: string;
  /** "Approx. at acceptance 8.40 / 2.70". */
  readonly meta?: string | undefined;
  readonly silkSeed?: string | undefined;
}

export interface ReceiptProps {
  /** "Receipt". */
  readonly label: string;
  /** "WR5-7K2M-0482". */
  readonly number: string;
  /** "Sat 21 Nov 2026". */
  readonly date: string;
  /** "14:32:07.482". */
  readonly time: string;
  /** "Each Way". */
  readonly title: string;
  /** "Wattle Ridge R5 · Paperbark Handicap · 1400 m". */
  readonly meta: string;
  /** For few runners: each with its silk. */
  readonly runners?: readonly ReceiptRunner[] | undefined;
  /** For many: one line of cloths per position (SelectionLine). */
  readonly selection?: ReactNode;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly total: { readonly label: string; readonly value: string };
  readonly hash?:
    | {
        readonly label: string;
        /** "9c41 e07b … 5d2a". */
        readonly value: string;
        readonly note: string;
        readonly copyLabel: string;
        readonly onCopy: () => void;
      }
    | undefined;
}

/** The ticket of an accepted bet. The rail is its tear line. */
export function Receipt(props: ReceiptProps): ReactNode {
  return (
    <article className="receipt" aria-label={`${props.label} ${props.number}`}>
      <div className="receipt-board board">
        <span>{props.label}</span>
        <span>{props.date}</span>
        <b className="fig">{props.number}</b>
        <b className="fig receipt-time">{props.time}</b>
        <Rail />
      </div>
      <div className="receipt-body">
        <h3>{props.title}</h3>
        <p className="mute">{props.meta}</p>
        {props.runners?.map((runner) => (
          <div className="receipt-runner across gap-3" key={runner.number}>
            <Cloth number={runner.number} size="large" />
            <Silk seed={runner.silkSeed ?? runner.name} size="large" />
            <span>
              <b>{runner.name}</b>
              {runner.meta !== undefined && <span className="mute">{runner.meta}</span>}
            </span>
          </div>
        ))}
        {props.selection !== undefined && (
          <div className="receipt-selection">{props.selection}</div>
        )}
        <dl>
          {props.lines.map((line) => (
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd className="fig">{line.value}</dd>
            </div>
          ))}
          <div className="receipt-total">
            <dt>{props.total.label}</dt>
            <dd className="fig">{props.total.value}</dd>
          </div>
        </dl>
      </div>
      {props.hash !== undefined && <ReceiptHash {...props.hash} />}
    </article>
  );
}

function ReceiptHash(hash: NonNullable<ReceiptProps["hash"]>): ReactNode {
  return (
    <div className="receipt-hash across">
      <Icon name="shield" />
      <span>
        {hash.label} <b className="fig">{hash.value}</b>
        <small>{hash.note}</small>
      </span>
      <IconButton icon="copy" label={hash.copyLabel} onPress={hash.onCopy} />
    </div>
  );
}
