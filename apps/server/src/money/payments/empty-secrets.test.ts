import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { Provider } from "../../desk/connections/define-provider.ts";
import { standardIdentity } from "../../people/identity-checks/standard/standard-identity.ts";
import { twilio } from "../../tell/providers/twilio.ts";
import { standardPayout } from "../payouts/standard/standard-payout.ts";
import { adyenPayments } from "./adyen/adyen.ts";
import { standardPayments } from "./standard/standard.ts";
import { stripePayments } from "./stripe/stripe.ts";

/* Whoever knows that a club has no secret can sign with none. */

const NOW = new Date();
const SECOND = Math.floor(NOW.getTime() / 1000);
const CLUB = { clubName: "Club", currency: "AUD", publicUrl: "", isFromMachine: true };

interface Reading {
  readonly readNotice: (notice: object) => unknown;
  readonly readReport: (notice: object) => unknown;
}

function connect(provider: Provider, values: Record<string, string> = {}): Reading {
  const none = Object.keys(provider.fields).map((name) => [name, ""]);
  return provider.connect({ ...Object.fromEntries(none), ...values }, CLUB) as Reading;
}

const mac = (kind: string, text: string) => createHmac(kind, "").update(text);
const notice = (text: string, headers: Record<string, string>) => ({
  text,
  headers,
  body: JSON.parse(text) as unknown,
  nowMs: NOW.getTime(),
});

function ofStandard(type: string) {
  const text = JSON.stringify({ type, data: {} });
  return notice(text, {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(SECOND),
    "webhook-signature": `v1,${mac("sha256", `msg_1.${SECOND}.${text}`).digest("base64")}`,
  });
}

function ofStripe() {
  const text = JSON.stringify({ id: "evt_1", type: "customer.created", data: { object: {} } });
  const v1 = mac("sha256", `${SECOND}.${text}`).digest("hex");
  return notice(text, { "stripe-signature": `t=${SECOND},v1=${v1}` });
}

function ofAdyen() {
  const signed = "psp:::ref:100:AUD:REPORT_AVAILABLE:true";
  const item = {
    eventCode: "REPORT_AVAILABLE",
    success: "true",
    pspReference: "psp",
    merchantAccountCode: "",
    merchantReference: "ref",
    amount: { value: 100, currency: "AUD" },
    additionalData: { hmacSignature: mac("sha256", signed).digest("base64") },
  };
  return notice(JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] }), {});
}

test.each<[string, Provider, object]>([
  ["of payments, standard", standardPayments, ofStandard("payment.other")],
  ["of payouts", standardPayout, ofStandard("payout.other")],
  ["of identities", standardIdentity, ofStandard("identity.other")],
  ["of Stripe", stripePayments, ofStripe()],
  ["of Adyen", adyenPayments, ofAdyen()],
])("a notice %s that is signed with no key at all is refused", (_what, provider, forged) => {
  const secrets = provider === adyenPayments ? ["", "not hex at all"] : ["", "whsec_"];
  for (const secret of provider === stripePayments ? [""] : secrets) {
    const adapter = connect(provider, { secret, webhookSecret: secret });
    expect(() => adapter.readNotice(forged), secret).toThrow(
      expect.objectContaining({ code: "hook.refused" }),
    );
  }
});

test.each(["", "AC1:"])("a report of Twilio is refused where its token is %o", (token) => {
  const url = "https://club.example/api/hooks/sms/twilio";
  const fields = { MessageSid: "SM1", MessageStatus: "delivered" };
  const text = `${url}MessageSidSM1MessageStatusdelivered`;
  const headers = { "x-twilio-signature": mac("sha1", text).digest("base64") };
  expect(() => connect(twilio, { token }).readReport({ url, headers, fields })).toThrow(
    expect.objectContaining({ code: "hook.refused" }),
  );
});
