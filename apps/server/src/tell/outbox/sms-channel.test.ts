import { expect, test } from "vitest";
import { readSettings } from "../../core/settings/settings.ts";
import { silentProvider } from "./message-channel.ts";
import { providerOf, terminalProvider } from "./sms-channel.ts";

test.each([
  ["1", "production", terminalProvider],
  ["0", "production", silentProvider],
  ["1", "test", silentProvider],
])("demo %s in %s", (CLUB_DEMO, NODE_ENV, provider) => {
  expect(providerOf(readSettings({ CLUB_DEMO, NODE_ENV }))).toBe(provider);
});
