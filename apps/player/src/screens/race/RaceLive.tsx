import type { RaceDetail } from "@club/contract";
import { ListRow, Skeleton } from "@club/ui";
import { createElement, useState, type ReactNode } from "react";
import { useChannelOf } from "../../api/channels.ts";
import { useT } from "../../core/lang.ts";
import { lazyPage } from "../../core/lazy-page.ts";

const loadPlayer = async () => ({
  default: (await import("../live/LivePlayer.tsx")).LivePlayer,
});

/** The pictures of the race while a channel shows it; they load on request. */
export function RaceLive({ race }: { readonly race: RaceDetail }): ReactNode {
  const t = useT();
  const channel = useChannelOf(race.race_id);
  const [isWatching, setWatching] = useState(false);
  if (channel === undefined) return null;
  if (!isWatching) {
    return (
      <ListRow
        icon="live"
        strong
        title={t("live.watch", { name: channel.name })}
        meta={channel.is_demo ? t("live.demo") : undefined}
        onPress={() => setWatching(true)}
      />
    );
  }
  const waiting = <Skeleton kind="board" />;
  return createElement(lazyPage(loadPlayer), {
    waiting,
    channel,
    onClose: () => setWatching(false),
  });
}
