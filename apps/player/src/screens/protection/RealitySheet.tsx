import { Notice, Segmented, Sheet } from "@club/ui";
import type { Protection } from "@club/contract";
import type { ReactNode } from "react";
import { useSetProtection } from "../../api/protection.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";

const MINUTES = ["15", "30", "45", "60"] as const;

/** How often the reality check comes. It cannot be turned off. */
export function RealitySheet(props: {
  readonly minutes: Protection["reality_minutes"];
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const save = useSetProtection();
  return (
    <Sheet open onClose={props.onClose} title={t("reality.title")}>
      <div className="form">
        <p>{t("reality.how")}</p>
        <div>
          <Segmented
            label={t("reality.interval")}
            options={MINUTES.map((id) => ({ id, label: t("reality.minutes", { n: Number(id) }) }))}
            value={MINUTES.find((id) => Number(id) === props.minutes) ?? "60"}
            onChange={(id) =>
              save.mutate({ reality_minutes: Number(id) as Protection["reality_minutes"] })
            }
          />
        </div>
        {save.isError && <Notice tone="loss" title={errorText(t, save.error)} alert />}
      </div>
    </Sheet>
  );
}
