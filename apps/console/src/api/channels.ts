import { defineAct } from "./ask.ts";
import { useWhole } from "./read.ts";

const KEY = "channels";

/** All channels, and the hosts that they may come from. */
export const useOperatorChannels = () => useWhole([KEY], "/api/operator/channels");

export const createChannel = defineAct("POST /api/operator/channels", [KEY]);
export const saveChannel = defineAct("PUT /api/operator/channels/:channel_id", [KEY]);
export const publishChannel = defineAct("POST /api/operator/channels/:channel_id/publish", [KEY]);
export const withdrawChannel = defineAct("POST /api/operator/channels/:channel_id/withdraw", [KEY]);
/** Where the channel can be watched as a player would see it. */
export const previewOf = defineAct("POST /api/operator/channels/:channel_id/preview");
