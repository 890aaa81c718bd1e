import type { ConnectionView } from "@club/contract";
import { showToast } from "@club/ui";
import { ConsoleButton, FactList, Panel, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { switchConnection } from "../../api/connections.ts";
import { useAct } from "../../api/use-act.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { doneText, SetDialog } from "./SetDialog.tsx";
import { TestDialog } from "./TestDialog.tsx";

interface CardProps {
  readonly connection: ConnectionView;
}

/** One kind: what it is for, who does it, how that goes, and what can be done. */
export function ConnectionCard({ connection }: CardProps): ReactNode {
  const t = useT();
  const { kind, provider, is_on: isOn } = connection;
  const fares = healthOf(t, connection);
  return (
    <Panel
      title={t(`connection.kind.${kind}`)}
      meta={provider ?? undefined}
      end={<Tag tone={isOn ? "turf" : "plain"}>{t(isOn ? "connection.on" : "connection.off")}</Tag>}
    >
      <div className="c-panel-body">
        <p className="mute">{t(`connection.for.${kind}`)}</p>
        <p className={fares.isBad ? "loss" : undefined}>{fares.text}</p>
      </div>
      <FactList
        facts={[
          { label: t("connection.succeeded"), value: timeText(t, connection.succeeded_at) },
          { label: t("connection.failed"), value: timeText(t, connection.failed_at) },
          {
            label: t("connection.today"),
            value: t("connection.counts", {
              ok: connection.succeeded_today,
              bad: connection.failed_today,
            }),
          },
          { label: t("connection.waiting"), value: connection.waiting },
        ]}
      />
      <Acts connection={connection} />
    </Panel>
  );
}

function timeText(t: T, at: string | null): string {
  return at === null ? "–" : whenText(t, at);
}

/** Its health in one sentence. */
function healthOf(t: T, connection: ConnectionView): { text: string; isBad: boolean } {
  const { provider, is_on: isOn, succeeded_at: ok, failed_at: bad, failure, said } = connection;
  if (provider === null) return { text: t("connection.none"), isBad: false };
  if (!isOn) return { text: t("connection.isOff"), isBad: false };
  if (bad !== null && (ok === null || bad > ok)) {
    const reason = t.find(`connection.failure.${failure ?? ""}`) ?? failure ?? "";
    const words = said === "" ? reason : `${reason}: ${said}`;
    return { text: t("connection.fails", { reason: words }), isBad: true };
  }
  return { text: t(ok === null ? "connection.unused" : "connection.works"), isBad: false };
}

function Acts({ connection }: CardProps): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState<"set" | "test" | undefined>(undefined);
  const { kind, provider, is_on: isOn, is_from_machine: isFromMachine } = connection;
  const whyNot = useWhyNot("owner", "PUT /api/operator/connections/:kind");
  const unset = provider === null ? t("connection.none") : undefined;
  const fixed = isFromMachine ? t("connection.fromMachine") : undefined;
  const close = () => setAsking(undefined);
  const turning = useAct(
    async () => {
      const done = await switchConnection({ kind, is_on: !isOn });
      showToast(doneText(t, done, isOn ? "connection.turnedOff" : "connection.turnedOn"));
    },
    { toast: true },
  );
  return (
    <div className="connection-acts">
      <ConsoleButton reason={whyNot ?? fixed} onPress={() => setAsking("set")}>
        {t(provider === null ? "connection.set" : "connection.change")}
      </ConsoleButton>
      <ConsoleButton reason={whyNot ?? unset} onPress={() => setAsking("test")}>
        {t("connection.test")}
      </ConsoleButton>
      <ConsoleButton
        kind={isOn ? "danger" : undefined}
        busy={turning.busy}
        reason={whyNot ?? unset}
        onPress={() => void turning.run()}
      >
        {t(isOn ? "connection.turnOff" : "connection.turnOn")}
      </ConsoleButton>
      {asking === "set" && <SetDialog connection={connection} onClose={close} />}
      {asking === "test" && <TestDialog connection={connection} onClose={close} />}
    </div>
  );
}
