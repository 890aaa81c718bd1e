import { lazy, Suspense, type ReactNode } from "react";
import { useChannelOf } from "../api/channels.ts";

const LivePlayer = lazy(async () => ({
  default: (await import("./LivePlayer.tsx")).LivePlayer,
}));

/** The live pictures of a race, while a channel shows it; else nothing, and no code for it either. */
export function RaceLive({ raceId }: { readonly raceId: string }): ReactNode {
  const channel = useChannelOf(raceId);
  if (channel === undefined) return null;
  return (
    <Suspense>
      <LivePlayer key={channel.channel_id} channel={channel} />
    </Suspense>
  );
}
