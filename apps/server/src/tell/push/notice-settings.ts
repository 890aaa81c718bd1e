import { PUSH_KINDS } from "@club/contract";
import type { PushKind } from "@club/contract";
import { defineSettings, toggleField } from "../../core/db/setting-groups.ts";

/** Which of the notices that a player may choose are sent at all; what nobody may miss always is. */
export const NOTICES = defineSettings({
  name: "notices",
  isMoney: false,
  fields: Object.fromEntries(PUSH_KINDS.map((kind) => [kind, toggleField(true)])) as Record<
    PushKind,
    ReturnType<typeof toggleField>
  >,
});
