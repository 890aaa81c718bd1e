import { describe, expect, test } from "vitest";
import { isPublicAddress, readEndpoint } from "./endpoint.ts";
import { publicLookup } from "./push-transport.ts";

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

test.each([
  ["8.8.8.8", true],
  ["142.250.70.170", true],
  ["172.15.255.255", true],
  ["172.32.0.1", true],
  ["2404:6800:4006:80a::200a", true],
  ["2606:4700::1111", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["127.0.0.1", false],
  ["127.255.255.254", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["192.168.1.1", false],
  ["198.19.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:8.8.8.8", false],
  ["::ffff:127.0.0.1", false],
  ["64:ff9b::808:808", false],
  ["fc00::1", false],
  ["fd12:3456::1", false],
  ["fe80::1%eth0", false],
  ["ff02::1", false],
  ["2001::1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["not an address", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test("a name that leads to this machine is not called", async () => {
  const error = await new Promise<Error | null>((resolve) => {
    publicLookup("localhost", {}, (problem) => resolve(problem));
  });
  expect(error?.message).toBe("not a public address");
});
