import type {
  BodyInputOf,
  changeChannel,
  createChannel,
  listOperatorChannels,
  OperatorChannel,
  previewChannel,
  publishChannel,
  withdrawChannel,
} from "@club/contract";
import { call } from "./client.ts";
import { readAnew } from "./query-client.ts";
import { useWhole } from "./read.ts";

const KEY = "channels";

export type ChannelForm = BodyInputOf<typeof createChannel>;

/** All channels, and the hosts that they may come from. */
export function useOperatorChannels() {
  return useWhole<typeof listOperatorChannels>([KEY], { path: "/api/operator/channels" });
}

export async function saveChannel(channelId: string | null, body: ChannelForm): Promise<void> {
  if (channelId === null) {
    await call<typeof createChannel>({ method: "POST", path: "/api/operator/channels", body });
  } else {
    await call<typeof changeChannel>({
      method: "PUT",
      path: "/api/operator/channels/:channel_id",
      params: { channel_id: channelId },
      body,
    });
  }
  await readAnew(KEY);
}

export async function showChannel(channel: OperatorChannel): Promise<void> {
  const wish = { method: "POST", params: { channel_id: channel.channel_id } } as const;
  if (channel.status === "draft") {
    await call<typeof publishChannel>({
      ...wish,
      path: "/api/operator/channels/:channel_id/publish",
    });
  } else {
    await call<typeof withdrawChannel>({
      ...wish,
      path: "/api/operator/channels/:channel_id/withdraw",
    });
  }
  await readAnew(KEY);
}

/** Where the channel can be watched as a player would see it. */
export async function previewOf(channelId: string): Promise<string> {
  const { data } = await call<typeof previewChannel>({
    method: "POST",
    path: "/api/operator/channels/:channel_id/preview",
    params: { channel_id: channelId },
  });
  return data.href;
}
