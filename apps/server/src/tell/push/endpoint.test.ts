import { describe, expect, test } from "vitest";
import { readEndpoint } from "./endpoint.ts";

describe("addresses that the server may call (promise S20)", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA",
  ])("%s is one", (endpoint) => {
    expect(readEndpoint(endpoint)?.href).toBe(endpoint);
  });

  test.each([
    "",
    "nothing",
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://fcm.googleapis.com:80/x",
    "https://user@fcm.googleapis.com/x",
    "https://user:pass@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@evil.example/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "https://evil.example/?https://fcm.googleapis.com",
    "https://evilfcm.googleapis.com/x",
    "https://sub.fcm.googleapis.com/x",
    "https://push.services.mozilla.com/x",
    "https://push.apple.com/x",
    "https://notify.windows.com/x",
    "https://push.apple.com.evil.example/x",
    "https://xnotify.windows.com/x",
    "https://fcm.googleapis.com\\@evil.example/x",
    "https://fcm。googleapis。com.evil.example/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/x",
    "https://[::ffff:169.254.169.254]/x",
    "https://2130706433/x",
    "https://0x7f000001/x",
    "https://metadata.google.internal/x",
    "file:///etc/passwd",
    "ftp://fcm.googleapis.com/x",
    "gopher://fcm.googleapis.com/x",
    ["javascript", "alert(1)"].join(":"),
    "data:text/plain,x",
    "//fcm.googleapis.com/x",
    "https://fcm.googleapis.com/x#fragment",
  ])("%j is none", (endpoint) => {
    expect(readEndpoint(endpoint)).toBeNull();
  });
});
