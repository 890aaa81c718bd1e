import type { WebhookDelivery, WebhookEndpoint } from "@club/contract";
import { showToast } from "@club/ui";
import {
  ConsoleButton,
  DataTable,
  FactList,
  Panel,
  PanelHead,
  Tag,
  type TagTone,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  dropWebhook,
  changeWebhook,
  rotateSecretOf,
  sendAgain,
  tryWebhook,
  useDeliveries,
} from "../../api/integrations.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";

const TONES: Readonly<Record<WebhookDelivery["status"], TagTone>> = {
  waiting: "brass",
  delivered: "turf",
  given_up: "loss",
};

interface HookPanelProps {
  readonly hook: WebhookEndpoint;
  /** Why nothing may be changed. */
  readonly reason: string | undefined;
  readonly onSecret: (secret: string) => void;
}

/** One program: its events, what was delivered to it, and what can be done with it. */
export function HookPanel(props: HookPanelProps): ReactNode {
  const t = useT();
  const { hook } = props;
  const query = useDeliveries(hook.endpoint_id);
  return (
    <Panel title={new URL(hook.url).hostname} meta={t("hook.kindsCount", { n: hook.kinds.length })}>
      <Acts {...props} />
      <FactList facts={[{ label: t("hook.kinds"), value: hook.kinds.join(", ") }]} />
      <PanelHead title={t("hook.log")} />
      <Listing query={query} rows={4}>
        {(deliveries) => <LogTable list={deliveries} {...props} />}
      </Listing>
    </Panel>
  );
}

function Acts({ hook, reason, onSecret }: HookPanelProps): ReactNode {
  const t = useT();
  const [isRemoving, setRemoving] = useState(false);
  const options = { toast: true };
  const id = hook.endpoint_id;
  const testing = useAct(async () => {
    await tryWebhook({ endpoint_id: id });
    showToast(t("hook.tested"));
  }, options);
  const { endpoint_id, kinds, status } = hook;
  const turned = { endpoint_id, kinds, status: status === "active" ? "paused" : "active" } as const;
  const pausing = useAct(async () => await changeWebhook(turned), options);
  const rotating = useAct(
    async () => onSecret((await rotateSecretOf({ endpoint_id: id })).secret),
    options,
  );
  const remove = async () => {
    await dropWebhook({ endpoint_id: id });
    return t("hook.removed");
  };
  return (
    <div className="door-acts">
      <ConsoleButton busy={testing.busy} reason={reason} onPress={() => void testing.run()}>
        {t("hook.test")}
      </ConsoleButton>
      <ConsoleButton busy={pausing.busy} reason={reason} onPress={() => void pausing.run()}>
        {t(hook.status === "active" ? "hook.pause" : "hook.resume")}
      </ConsoleButton>
      <ConsoleButton busy={rotating.busy} reason={reason} onPress={() => void rotating.run()}>
        {t("hook.rotate")}
      </ConsoleButton>
      <ConsoleButton kind="danger" reason={reason} onPress={() => setRemoving(true)}>
        {t("hook.remove")}
      </ConsoleButton>
      {isRemoving && (
        <AskDialog
          title={`${t("hook.remove")}: ${hook.url}`}
          text={t("hook.removeText")}
          label={t("hook.remove")}
          danger
          reason="none"
          run={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

function LogTable(
  props: HookPanelProps & { readonly list: readonly WebhookDelivery[] },
): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("hook.log")}
      rows={props.list}
      rowId={(delivery) => delivery.delivery_id}
      empty={t("hook.logNone")}
      columns={(column) => [
        column.strong("kind", t("hook.message"), ({ kind }) => kind),
        column.mute("at", t("hook.at"), ({ created_at: at }) => whenText(t, at)),
        column.figure("tries", t("hook.tries"), (one) => one.attempts),
        column.text("answer", t("hook.answer"), ({ answer }) =>
          answer === 0 ? t("hook.unreached") : (answer ?? "–"),
        ),
        column.text("state", t("hook.state"), ({ status }) => (
          <Tag tone={TONES[status]}>{t(`hook.delivery.${status}`)}</Tag>
        )),
        {
          id: "again",
          label: t("hook.resend"),
          hideLabel: true,
          kind: "end",
          cell: (delivery) =>
            delivery.status === "given_up" && <Again delivery={delivery} {...props} />,
        },
      ]}
    />
  );
}

function Again(props: HookPanelProps & { readonly delivery: WebhookDelivery }): ReactNode {
  const t = useT();
  const { hook, delivery } = props;
  const act = useAct(
    async () =>
      await sendAgain({ endpoint_id: hook.endpoint_id, delivery_id: delivery.delivery_id }),
    {
      toast: true,
    },
  );
  return (
    <ConsoleButton busy={act.busy} reason={props.reason} onPress={() => void act.run()}>
      {t("hook.resend")}
    </ConsoleButton>
  );
}
