import { ConsoleField } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { poolName, type RaceName } from "../pools/pool-rows.ts";
import { isWrong, keyOf, type DividendDraft } from "./dividend-draft.ts";
import "../race.css";

/** A field for each dividend that is asked for, pool by pool. */
export function DividendFields(props: {
  readonly draft: DividendDraft;
  readonly raceName: RaceName;
  readonly onType: (key: string, text: string) => void;
}): ReactNode {
  const t = useT();
  const { draft, raceName } = props;
  if (draft.pools.length === 0) return null;
  return (
    <div className="dividends">
      <p className="mute small">{t("declare.hint")}</p>
      {draft.pools.map((pool) => (
        <fieldset key={keyOf(pool)}>
          <legend>{poolName(t, pool, raceName)}</legend>
          {pool.combinations.map((combination) => {
            const key = keyOf(pool, combination);
            const text = draft.texts[key] ?? "";
            return (
              <ConsoleField
                key={key}
                label={combination}
                look="figure"
                value={text}
                onChange={(typed) => props.onType(key, typed)}
                error={isWrong(text) ? t("declare.wrong") : undefined}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
