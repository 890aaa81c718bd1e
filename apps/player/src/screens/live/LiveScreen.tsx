import type { LiveChannel } from "@club/contract";
import { formatTime } from "@club/i18n";
import { EmptyState, ErrorState, ListGroup, ListRow, Skeleton, Tag } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useQueryOfAddress } from "../../core/address.ts";
import { placeName, useChannels } from "../../api/channels.ts";
import { useT } from "../../core/lang.ts";
import { LivePlayer } from "./LivePlayer.tsx";
import { hrefOf } from "../../core/routes.ts";
import { reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { deviceZone } from "../../device/zone.ts";

/** Live channels: one plays, the others are below. Route: /pages/live/live?channel= */
export function LiveScreen(): ReactNode {
  const t = useT();
  const address = useQueryOfAddress();
  const query = useChannels(address.get("preview") ?? undefined);
  const asked = address.get("channel");
  const [chosenId, setChosenId] = useState(asked);
  const channels = query.data ?? [];
  const chosen = channels.find(({ channel_id: id }) => id === chosenId) ?? channels[0];
  return (
    <Screen id="live" onRefresh={() => query.refetch()} updatedAt={query.dataUpdatedAt}>
      {query.isPending && <Skeleton kind="board" />}
      {query.isError && query.data === undefined && (
        <ErrorState
          title={t("live.failed")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {query.isSuccess && chosen === undefined && (
        <EmptyState
          title={t("live.none")}
          text={t("live.noneText")}
          act={{ label: t("coming.act"), href: hrefOf("home") }}
        />
      )}
      {chosen !== undefined && (
        <>
          <LivePlayer key={chosen.channel_id} channel={chosen} />
          {chosen.race !== null && <RaceRow race={chosen.race} />}
          <Others channels={channels} chosen={chosen} onChoose={setChosenId} />
        </>
      )}
    </Screen>
  );
}

function RaceRow({ race }: { readonly race: NonNullable<LiveChannel["race"]> }): ReactNode {
  const t = useT();
  return (
    <ListGroup>
      <ListRow
        icon="races"
        strong
        title={t("live.toRace")}
        meta={`${race.name} · ${formatTime(race.start_time, deviceZone(), t.language)}`}
        end={<Tag>{t(`raceStatus.${race.status}`)}</Tag>}
        href={hrefOf("detail", { race: race.race_id })}
      />
    </ListGroup>
  );
}

function Others(props: {
  readonly channels: readonly LiveChannel[];
  readonly chosen: LiveChannel;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const t = useT();
  const others = props.channels.filter((each) => each !== props.chosen);
  if (others.length === 0) return null;
  return (
    <ListGroup title={t("live.channels")}>
      {others.map((channel) => (
        <ListRow
          key={channel.channel_id}
          icon="live"
          title={channel.name}
          meta={channel.race === null ? t("live.noRace") : placeName(t, channel)}
          onPress={() => props.onChoose(channel.channel_id)}
        />
      ))}
    </ListGroup>
  );
}
