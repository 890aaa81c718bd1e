import type { WebhookEndpoint } from "@club/contract";
import { ConsoleButton, DataTable, Panel, PanelState, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useWebhooks } from "../../api/integrations.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { CardHook } from "./CardHook.tsx";
import { HookDialog } from "./HookDialog.tsx";
import { HookPanel } from "./HookPanel.tsx";
import { ShownOnce } from "./ShownOnce.tsx";
import "./integrations.css";

/** Programs that are notified, and how the deliveries go. */
export function Webhooks(): ReactNode {
  const t = useT();
  const query = useWebhooks();
  const may = useMay("POST /api/operator/webhooks");
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const chosen = query.data?.find((hook) => hook.endpoint_id === chosenId) ?? query.data?.[0];
  const reason = roleNeeded(t, may, "owner");
  return (
    <div className="columns-doors">
      <div className="rows">
        <Panel
          title={t("doors.webhooks")}
          end={
            <ConsoleButton icon="add" reason={reason} onPress={() => setMaking(true)}>
              {t("hook.new")}
            </ConsoleButton>
          }
        >
          <Listing query={query} rows={4}>
            {(hooks) => (
              <HookTable hooks={hooks} chosenId={chosen?.endpoint_id} onChoose={setChosenId} />
            )}
          </Listing>
        </Panel>
        <CardHook />
      </div>
      {chosen === undefined ? (
        <Panel label={t("hook.one")}>
          <PanelState state="empty" title={t("hook.choose")} />
        </Panel>
      ) : (
        <HookPanel key={chosen.endpoint_id} hook={chosen} reason={reason} onSecret={setSecret} />
      )}
      {isMaking && <HookDialog onSecret={setSecret} onClose={() => setMaking(false)} />}
      {secret !== null && (
        <ShownOnce
          title={t("hook.secretTitle")}
          text={t("hook.secretText")}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}

function HookTable(props: {
  readonly hooks: readonly WebhookEndpoint[];
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("doors.webhooks")}
      rows={props.hooks}
      rowId={(hook) => hook.endpoint_id}
      selectedId={props.chosenId}
      onSelect={props.onChoose}
      globalKeys
      isMuted={(hook) => hook.status === "paused"}
      empty={t("hook.none")}
      columns={(column) => [
        column.strong(
          "url",
          t("hook.url"),
          ({ url }) => url,
          ({ url }) => url,
        ),
        column.mute(
          "last",
          t("hook.last"),
          ({ last_delivered_at: at }) => (at === null ? "–" : whenText(t, at)),
          ({ last_delivered_at: at }) => at,
        ),
        column.figure(
          "waiting",
          t("hook.waiting"),
          ({ waiting }) => waiting,
          ({ waiting }) => waiting,
        ),
        column.figure(
          "givenUp",
          t("hook.givenUp"),
          ({ given_up: n }) => <span className={n > 0 ? "loss" : undefined}>{n}</span>,
          ({ given_up: n }) => n,
        ),
        column.text("state", t("hook.state"), ({ status }) => (
          <Tag tone={status === "active" ? "turf" : "plain"}>{t(`hook.status.${status}`)}</Tag>
        )),
      ]}
    />
  );
}
