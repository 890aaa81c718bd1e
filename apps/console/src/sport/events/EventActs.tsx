import type { DeskEvent } from "@club/contract";
import { eventName } from "@club/i18n";
import { showToast } from "@club/ui";
import { ConsoleButton, useKeys } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { actOnEvent, type EventActName } from "../../api/sport.ts";
import { useAct, type Act } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { mayCall, useSession } from "../../core/session.ts";
import { AskForm } from "../../shell/AskDialog.tsx";

interface Rule {
  readonly name: EventActName;
  readonly key: string;
  readonly isDanger?: true;
  /** Cannot be undone, so it needs a confirmation. */
  readonly asks?: true;
}

const RULES: Readonly<Partial<Record<DeskEvent["status"], readonly Rule[]>>> = {
  draft: [{ name: "publish", key: "p" }],
  open: [
    { name: "suspend", key: "s", isDanger: true },
    { name: "close", key: "c", isDanger: true, asks: true },
  ],
  suspended: [
    { name: "resume", key: "s" },
    { name: "close", key: "c", isDanger: true, asks: true },
  ],
};

/** What can be done with an event now, each act with its key. */
export function EventActs(props: {
  readonly event: DeskEvent;
  readonly onResult: () => void;
}): ReactNode {
  const t = useT();
  const { event } = props;
  const [asking, setAsking] = useState<Rule | undefined>(undefined);
  const session = useSession();
  const act = useAct(
    async (rule: Rule, reason: string) => {
      await actOnEvent(rule.name, event.event_id, reason);
      setAsking(undefined);
      showToast(t(`desk.acted.${rule.name}`, { name: eventName(t, event) }));
    },
    { toast: asking === undefined },
  );
  const rules = (RULES[event.status] ?? []).filter(({ name }) =>
    mayCall(session, `POST /api/operator/sports/events/:event_id/${name}`),
  );
  const begin = (rule: Rule) => (rule.asks === true ? setAsking(rule) : void act.run(rule, ""));
  useKeys({
    ...Object.fromEntries(rules.map((rule) => [rule.key, () => begin(rule)])),
    r: props.onResult,
  });
  return (
    <>
      <span>{t(`desk.next.${event.status}`)}</span>
      <span className="c-act-end">
        {rules.map((rule) => (
          <ConsoleButton
            key={rule.name}
            size="large"
            kind={rule.isDanger === true ? "danger" : "primary"}
            keyCap={rule.key.toUpperCase()}
            busy={act.busy}
            onPress={() => begin(rule)}
          >
            {t(`desk.act.${rule.name}`)}
          </ConsoleButton>
        ))}
      </span>
      {asking !== undefined && (
        <AskClose event={event} rule={asking} act={act} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

function AskClose(props: {
  readonly event: DeskEvent;
  readonly rule: Rule;
  readonly act: Act<[Rule, string]>;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { event, rule, act } = props;
  return (
    <AskForm
      title={t("desk.closeTitle", { name: eventName(t, event) })}
      text={t("desk.closeText")}
      label={t(`desk.act.${rule.name}`)}
      danger
      reason="optional"
      act={act}
      onSubmit={(reason) => void act.run(rule, reason)}
      onClose={props.onClose}
    />
  );
}
