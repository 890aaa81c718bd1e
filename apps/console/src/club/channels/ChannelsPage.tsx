import type { OperatorChannel } from "@club/contract";
import { ConsoleButton, DataTable, FactList, Panel, PanelState, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import {
  previewOf,
  publishChannel,
  useOperatorChannels,
  withdrawChannel,
} from "../../api/channels.ts";
import { useAct } from "../../api/use-act.ts";
import { roleNeeded } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { ChannelDialog } from "./ChannelDialog.tsx";
import "../../shell/review.css";

type Asking = OperatorChannel | "new" | null;

const CHANGES = [
  "POST /api/operator/channels",
  "PUT /api/operator/channels/:channel_id",
  "POST /api/operator/channels/:channel_id/publish",
  "POST /api/operator/channels/:channel_id/withdraw",
] as const;

/** Live pictures: what players may watch, with a preview. Route: /channels */
export function ChannelsPage(): ReactNode {
  const t = useT();
  const query = useOperatorChannels();
  const may = useMay(...CHANGES);
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState<Asking>(null);
  const list = query.data?.list;
  const chosen = list?.find((one) => one.channel_id === chosenId) ?? list?.[0];
  const needsRole = roleNeeded(t, may, "pool_controller");
  return (
    <ConsoleFrame
      title={t("route.channels")}
      meta={t("channels.meta")}
      headEnd={
        <ConsoleButton icon="add" reason={needsRole} onPress={() => setAsking("new")}>
          {t("channels.new")}
        </ConsoleButton>
      }
    >
      <div className="columns-queue">
        <Panel title={t("route.channels")}>
          <Listing query={query} rows={4}>
            {({ list: channels }) => (
              <ChannelTable list={channels} chosenId={chosen?.channel_id} onChoose={setChosenId} />
            )}
          </Listing>
        </Panel>
        {chosen === undefined ? (
          <Panel label={t("channels.one")}>
            <PanelState state="empty" title={t("channels.choose")} />
          </Panel>
        ) : (
          <Chosen
            key={chosen.channel_id}
            channel={chosen}
            reason={needsRole}
            onEdit={() => setAsking(chosen)}
          />
        )}
      </div>
      {asking !== null && (
        <ChannelDialog
          channel={asking === "new" ? null : asking}
          hosts={query.data?.hosts ?? []}
          onClose={() => setAsking(null)}
        />
      )}
    </ConsoleFrame>
  );
}

function raceText(channel: OperatorChannel, none: string): string {
  const { race } = channel;
  return race === null ? none : `${race.meetings} · ${race.raceNo} · ${race.name}`;
}

function StateTag({ channel }: { readonly channel: OperatorChannel }): ReactNode {
  const t = useT();
  return (
    <Tag tone={channel.status === "published" ? "turf" : "brass"}>
      {t(`channels.status.${channel.status}`)}
    </Tag>
  );
}

function ChannelTable(props: {
  readonly list: readonly OperatorChannel[];
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("route.channels")}
      rows={props.list}
      rowId={(channel) => channel.channel_id}
      selectedId={props.chosenId}
      onSelect={props.onChoose}
      globalKeys
      isMuted={(channel) => channel.status === "draft"}
      empty={t("channels.none")}
      columns={(column) => [
        column.strong("name", t("channels.name"), (channel) => (
          <>
            {channel.name} {channel.is_demo && <Tag>{t("player.demo")}</Tag>}
          </>
        )),
        column.text("venue", t("channels.venue"), (one) => one.venue_code ?? "–"),
        column.text("race", t("channels.race"), (channel) =>
          channel.race === null ? (
            <span className="mute">{t("channels.noRace")}</span>
          ) : (
            <a href={hrefOf("race", channel.race.race_id)}>{raceText(channel, "")}</a>
          ),
        ),
        column.text("state", t("channels.state"), (channel) => <StateTag channel={channel} />),
      ]}
    />
  );
}

function Chosen(props: {
  readonly channel: OperatorChannel;
  readonly reason: string | undefined;
  readonly onEdit: () => void;
}): ReactNode {
  const t = useT();
  const { channel, reason } = props;
  const show = channel.status === "draft" ? publishChannel : withdrawChannel;
  const showing = useAct(async () => await show({ channel_id: channel.channel_id }), {
    toast: true,
  });
  return (
    <Panel title={channel.name} meta={<StateTag channel={channel} />}>
      <FactList
        facts={[
          { label: t("channels.url"), value: <span className="mono">{channel.url}</span> },
          { label: t("channels.venue"), value: channel.venue_code ?? "–" },
          { label: t("channels.race"), value: raceText(channel, t("channels.noRace")) },
        ]}
      />
      <TestPlayer channel={channel} reason={reason} />
      <div className="case-acts">
        <ConsoleButton
          kind="primary"
          busy={showing.busy}
          reason={reason}
          onPress={() => void showing.run()}
        >
          {t(channel.status === "draft" ? "channels.publish" : "channels.withdraw")}
        </ConsoleButton>
        <ConsoleButton reason={reason} onPress={props.onEdit}>
          {t("channels.edit")}
        </ConsoleButton>
      </div>
    </Panel>
  );
}

/** The console has no player of its own: the picture is tried where players will see it. */
function TestPlayer(props: {
  readonly channel: OperatorChannel;
  readonly reason: string | undefined;
}): ReactNode {
  const t = useT();
  const act = useAct(
    async () => {
      // Opened directly by the press, or the browser would block the window.
      const shown = window.open("about:blank", "_blank");
      const { href } = await previewOf({ channel_id: props.channel.channel_id });
      if (shown === null) return;
      shown.opener = null;
      shown.location.replace(new URL(href, location.origin));
    },
    { toast: true },
  );
  return (
    <div className="case-answer">
      <h3>{t("channels.test")}</h3>
      <p className="case-text">{t("channels.testHow")}</p>
      <div className="case-acts">
        <ConsoleButton
          icon="live"
          busy={act.busy}
          reason={props.reason}
          onPress={() => void act.run()}
        >
          {t("channels.open")}
        </ConsoleButton>
      </div>
    </div>
  );
}
