import type { ReactNode } from "react";
import "./styles/race.css";

export interface PoolStripProps {
  readonly pools: readonly {
    readonly id: string;
    readonly label: string;
    readonly amount: string;
    /** "Jackpot $12,400". */
    readonly note?: string | undefined;
    /** It can be bet on from here: a pool over several races. */
    readonly onPress?: (() => void) | undefined;
  }[];
  readonly label: string;
}

/** The pools of the race and their money; it scrolls sideways. */
export function PoolStrip({ pools, label }: PoolStripProps): ReactNode {
  return (
    // A scrolling region needs keyboard focus, or its end cannot be read without a pointer.
    <div className="pool-strip" aria-label={label} tabIndex={0} role="group">
      <dl>
        {pools.map((pool) => (
          <div key={pool.id}>
            <dt>
              {pool.onPress === undefined ? (
                pool.label
              ) : (
                <button type="button" className="pool-act" onClick={pool.onPress}>
                  {pool.label}
                </button>
              )}
            </dt>
            <dd className="fig">{pool.amount}</dd>
            {pool.note !== undefined && <dd className="pool-note">{pool.note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
