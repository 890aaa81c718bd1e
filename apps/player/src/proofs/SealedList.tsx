import { formatTimeExact } from "@club/i18n";
import { Icon } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../core/lang.ts";
import { shortHash } from "../core/texts.ts";
import { deviceZone } from "../device/zone.ts";
import "./check.css";

/** Bets sealed before the result: how many, when (in the zone or the device's), which seal. */
export function SealedList(props: {
  readonly root: { readonly bets: number; readonly closedAt: string; readonly root: string };
  readonly zone?: string;
}): ReactNode {
  const t = useT();
  const { bets, closedAt, root } = props.root;
  const time = formatTimeExact(closedAt, props.zone ?? deviceZone());
  return (
    <section className="proof" aria-label={t("check.sealed")}>
      <Icon name="lock" />
      <div>
        <p>
          <b>{t("check.sealed")}</b>
        </p>
        <p className="mute">{t("check.sealedText", { n: bets, time })}</p>
        <p className="proof-root mute">
          {t("check.root")} <span className="fig">{shortHash(root)}</span>
        </p>
      </div>
    </section>
  );
}
