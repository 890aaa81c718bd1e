import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Cloth } from "./Cloth.tsx";
import { PriceButton, type PriceButtonProps } from "./PriceButton.tsx";
import { Silk } from "./Silk.tsx";
import type { SilkPattern } from "./silk-pattern.ts";
import { Sparkline } from "./Sparkline.tsx";
import { Tap, type TapTarget } from "./Tap.tsx";
import "./styles/race.css";

export interface RunnerRowProps extends TapTarget {
  readonly number: number;
  readonly name: string;
  readonly barrier?: number | undefined;
  /** "R Okafor 60.0 · L Vance": jockey, weight without its unit, trainer. */
  readonly meta: string;
  /** "1214". */
  readonly form?: string | undefined;
  readonly silkSeed?: string | undefined;
  readonly silk?: SilkPattern | undefined;
  /** The last win prices, oldest first. */
  readonly prices?: readonly number[] | undefined;
  readonly win?: PriceButtonProps | undefined;
  readonly place?: PriceButtonProps | undefined;
  /** "Scratched 14:05": the row is struck and has no prices. */
  readonly scratched?: string | undefined;
}

/** A runner with its two prices. A tap on the name opens the runner's form. */
export function RunnerRow(props: RunnerRowProps): ReactNode {
  const { number, name, barrier, scratched } = props;
  const isScratched = scratched !== undefined;
  return (
    <div className={classes("runner", isScratched && "runner-scratched")}>
      <div className="runner-colours across">
        <Cloth number={number} scratched={isScratched} />
        {!isScratched && <Silk seed={props.silkSeed ?? name} pattern={props.silk} />}
      </div>
      <Tap className="runner-text down" href={props.href} onPress={props.onPress}>
        <span className="runner-name">
          <b>{name}</b> {barrier !== undefined && <span className="mute">({barrier})</span>}
        </span>
        <span className="runner-meta">{scratched ?? props.meta}</span>
        {!isScratched && (
          <span className="runner-form across">
            <span className="fig">{props.form}</span>
            {props.prices !== undefined && props.prices.length > 1 && (
              <Sparkline values={props.prices} move={props.win?.move ?? "flat"} />
            )}
          </span>
        )}
      </Tap>
      {!isScratched && props.win !== undefined && <PriceButton {...props.win} />}
      {!isScratched && props.place !== undefined && <PriceButton {...props.place} />}
    </div>
  );
}
