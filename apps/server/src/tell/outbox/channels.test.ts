import { beforeEach, expect, test } from "vitest";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { encrypt } from "../../core/kit/cipher.ts";
import { newId } from "../../core/kit/ids.ts";
import { openSecrets } from "../../core/settings/secrets.ts";
import type { Channel, Delivery, DeliveryContext, Outcome } from "../delivery/define-channel.ts";
import { alertsChannel } from "./alerts-channel.ts";
import { mailChannel, smsChannel } from "./message-channel.ts";
import { messagePlace } from "./queue-message.ts";

/* What becomes of a message where its connection is off, or cannot be noted of. */

const secrets = openSecrets({ secret: "5ec7e7".padEnd(64, "0"), dataDir: "" });
let isOn = true;
let failure: ProviderFailure | null = null;
let sent = 0;
let warned: string[] = [];

beforeEach(() => {
  [isOn, failure, sent, warned] = [true, null, 0, []];
});

/** Adapters of all kinds in one, which send as the test says. */
const send = async (): Promise<{ ref: string | null }> => {
  sent += 1;
  if (failure !== null) throw failure;
  return await Promise.resolve({ ref: null });
};

const ctx = {
  secrets,
  db: {},
  settings: { demo: false },
  log: { warn: (_what: unknown, text: string) => warned.push(text) },
  connections: {
    open: async () =>
      await Promise.resolve(isOn ? { adapter: { send, hook: { url: "", post: send } } } : null),
    note: async () => await Promise.reject(new Error("the database is away")),
  },
} as unknown as DeliveryContext;

function deliveryOf(): Delivery {
  const id = newId();
  const text = JSON.stringify({ to: "ann@example.org", subject: "s", text: "t", code: null });
  return {
    id,
    kind: "notice",
    recipient: "r",
    attempts: 1,
    sealed: encrypt(secrets, messagePlace(id), text),
    payload: null,
    expires_at: null,
    claimed_at: new Date(0),
  };
}

async function tryOn(channel: Channel): Promise<Outcome> {
  const delivery = deliveryOf();
  return await (
    await channel.prepare(ctx, [delivery])
  )(delivery);
}

const CHANNELS: readonly [string, Channel, string][] = [
  ["mail", mailChannel, "sent"],
  ["sms", smsChannel, "sent"],
  ["alerts", alertsChannel, "delivered"],
];

test.each(CHANNELS)(
  "%s: what was sent stays sent, though that cannot be noted of the connection",
  async (_name, channel, kind) => {
    expect(await tryOn(channel)).toMatchObject({ kind });
    expect(sent).toBe(1);
    expect(warned).toEqual(["how a connection works could not be noted"]);
  },
);

test.each(CHANNELS)("%s: nor does that hide why it was not taken", async (_name, channel) => {
  failure = new ProviderFailure("busy", { answer: 429 });
  expect(await tryOn(channel)).toMatchObject({ kind: "retry", error: "busy", answer: 429 });
});

test.each(CHANNELS)(
  "%s: switched off after the claim, it waits and goes nowhere",
  async (_name, channel) => {
    isOn = false;
    expect(await tryOn(channel)).toEqual({ kind: "retry", error: "unreachable" });
    expect(sent).toBe(0);
  },
);

test("mails at once are as many as a mail server has connections of", () => {
  expect(mailChannel.atOnce).toBe(5);
});
