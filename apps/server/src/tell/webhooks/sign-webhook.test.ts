import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newWebhookSecret, webhookHeaders } from "./sign-webhook.ts";
import { readWebhookUrl } from "./webhook-address.ts";

test("the published example of Standard Webhooks", () => {
  // Computed by the reference libraries from this secret, id, time and body.
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const headers = webhookHeaders(
    { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
    [secret],
  );
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("each good secret signs, over id, time and body", () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const message = { id: "a", timestamp: 7, body: "{}" };
  const signatures = webhookHeaders(message, secrets)["webhook-signature"].split(" ");
  const own = secrets.map((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(key.length).toBe(32);
    return `v1,${createHmac("sha256", key).update("a.7.{}").digest("base64")}`;
  });
  expect(signatures).toEqual(own);
});

describe("addresses", () => {
  test.each([
    "https://hooks.example.com/club",
    "https://hooks.example.com:443/club",
    "https://hooks.example.com:8443/club?a=1",
    "https://93.184.216.34/x",
    "https://[2606:2800:220:1:248:1893:25c8:1946]/x",
  ])("%s is called", (url) => expect(readWebhookUrl(url)).not.toBeNull());

  test.each([
    "http://hooks.example.com/",
    "https://localhost/",
    "https://club.localhost/",
    "https://printer.local/",
    "https://db.internal/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://10.1.2.3/",
    "https://172.16.0.9/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://user:pass@hooks.example.com/",
    "https://hooks.example.com/#x",
    "https://hooks.example.com:80/",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:5432/",
    "https://hooks.example.com:8080/",
    "https://hooks.example.com:0/",
    "https://93.184.216.34:6379/x",
    "https://[2606:2800:220:1:248:1893:25c8:1946]:25/x",
    "file:///etc/passwd",
    "ftp://hooks.example.com/",
    "hooks.example.com",
    "",
  ])("%s is not called", (url) => expect(readWebhookUrl(url)).toBeNull());
});
