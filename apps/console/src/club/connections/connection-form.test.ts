import type { ConnectionView } from "@club/contract";
import { expect, test } from "vitest";
import { bodyOf, isKept, startForm, valueOf } from "./connection-form.ts";

const field = (name: string, is_secret: boolean, is_required: boolean) => ({
  name,
  is_secret,
  is_required,
});

const sms: ConnectionView = {
  kind: "sms",
  provider: "http",
  is_on: true,
  is_from_machine: false,
  providers: [
    { name: "http", fields: [field("url", true, true), field("from", false, false)] },
    { name: "twilio", fields: [field("token", true, true), field("from", false, true)] },
  ],
  settings: { from: "Club" },
  secrets_set: ["url"],
  succeeded_at: null,
  failed_at: null,
  failure: null,
  said: "",
  succeeded_today: 0,
  failed_today: 0,
  waiting: 0,
};

test("a secret that is kept may stay empty; what is no secret is shown", () => {
  const form = startForm(sms);
  expect(isKept(sms, form, "url")).toBe(true);
  expect([valueOf(sms, form, "url"), valueOf(sms, form, "from")]).toEqual(["", "Club"]);
  expect(bodyOf(sms, form)).toEqual({
    kind: "sms",
    provider: "http",
    settings: { from: "Club" },
    secrets: { url: "" },
  });
});

test("another provider keeps nothing of the one before", () => {
  const form = startForm(sms, "twilio");
  expect([isKept(sms, form, "url"), valueOf(sms, form, "from")]).toEqual([false, ""]);
  expect(bodyOf(sms, form)).toBeUndefined();
  expect(bodyOf(sms, { ...form, typed: { token: " a:b ", from: "+61" } })).toEqual({
    kind: "sms",
    provider: "twilio",
    settings: { from: "+61" },
    secrets: { token: "a:b" },
  });
});

test("what is needed and not kept is missing, also once it was cleared", () => {
  const form = startForm({ ...sms, secrets_set: [] });
  expect(bodyOf({ ...sms, secrets_set: [] }, form)).toBeUndefined();
  const twilio: ConnectionView = { ...sms, provider: "twilio", secrets_set: ["token"] };
  expect(bodyOf(twilio, { provider: "twilio", typed: { from: " " } })).toBeUndefined();
});

test("the first provider is offered where none is set", () => {
  expect(startForm({ ...sms, provider: null }).provider).toBe("http");
  expect(
    bodyOf({ ...sms, providers: [] }, startForm({ ...sms, provider: null, providers: [] })),
  ).toBeUndefined();
});
