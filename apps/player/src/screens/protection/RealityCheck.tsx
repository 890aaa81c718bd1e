import type { RealityAnswer } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { Button, Figure, Sheet } from "@club/ui";
import { useState, type ReactNode } from "react";
import { go } from "../../core/address.ts";
import { answerReality } from "../../api/protection.ts";
import { useCurrency } from "../../api/wallet.ts";
import { dropNotice, usePulse } from "../../core/heartbeat.ts";
import { useT } from "../../core/lang.ts";
import { pathOf } from "../../core/routes.ts";
import "./protection.css";

const DUE = "reality.due";

interface RealityDue {
  readonly minutes: number;
  readonly staked_cents: number;
  readonly returned_cents: number;
  readonly net_result_cents: number;
}

/**
 * The reality check: it covers everything, and only one of three equal buttons leads on. Time,
 * stakes, returns and net result, a loss written as a loss. The slip behind it stays as it is
 * (promise G9).
 */
export function RealityCheck(): ReactNode {
  const t = useT();
  const due = usePulse()?.notices.find(({ key }) => key === DUE);
  const currency = useCurrency();
  const [isBusy, setBusy] = useState(false);
  if (due === undefined) return null;
  const check = due.params as RealityDue;
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const answer = async (chosen: RealityAnswer) => {
    setBusy(true);
    // Offline, only this device takes the answer; the club asks again with a later heartbeat.
    await answerReality(chosen).catch(() => undefined);
    dropNotice(DUE);
    if (chosen === "break") go(pathOf("protection"));
    if (chosen === "history") go(pathOf("protection", { view: "activity" }));
  };
  const button = (chosen: RealityAnswer, text: string): ReactNode => (
    <Button wide size="large" busy={isBusy} onPress={() => void answer(chosen)}>
      {text}
    </Button>
  );
  return (
    <Sheet
      open
      title={t("reality.title")}
      foot={
        <div className="reality-acts">
          {button("break", t("reality.break"))}
          {button("history", t("reality.history"))}
          {button("go_on", t("reality.goOn"))}
        </div>
      }
    >
      <div className="form">
        <p>{t("reality.since", { n: check.minutes })}</p>
      </div>
      <div className="reality-figures">
        <Figure label={t("reality.staked")} value={money(check.staked_cents)} />
        <Figure label={t("reality.returned")} value={money(check.returned_cents)} />
        <Figure
          label={t("reality.net")}
          value={formatMoney(check.net_result_cents, currency, t.language, { sign: "always" })}
        />
      </div>
      <p className="pad mute">{t("reality.kept")}</p>
    </Sheet>
  );
}
