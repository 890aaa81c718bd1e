import { createStorage } from "@club/client";

/** The console's own keys on the device: the player app may share the origin. */
export const storage = createStorage({ prefix: "console." });
