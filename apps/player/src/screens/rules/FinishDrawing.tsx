import { Cloth } from "@club/ui";
import type { CSSProperties, ReactNode } from "react";
import { useT } from "../../core/lang.ts";

const HEIGHTS = [0.55, 0.1, 0.6, 0.25] as const;

/** A finish between two rails: the first at the post, the others behind it. */
export function FinishDrawing({ finish }: { readonly finish: readonly number[] }): ReactNode {
  const t = useT();
  return (
    <div className="finish" role="img" aria-label={t("rules.finish", { order: finish.join(", ") })}>
      <div className="finish-track" aria-hidden="true">
        {finish.map((number, index) => (
          <span
            key={number}
            className="finish-runner"
            style={{ "--back": index, "--high": HEIGHTS[index] } as CSSProperties}
          >
            <Cloth number={number} size="medium" />
            <b className="fig">{t(`rules.place.${((index % 4) + 1) as 1 | 2 | 3 | 4}`)}</b>
          </span>
        ))}
        <span className="finish-post" />
      </div>
    </div>
  );
}
