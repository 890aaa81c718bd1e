import { expect, test } from "vitest";
import { publicLookup, retryAfterOf } from "./call-outside.ts";
import { isPublicAddress } from "./public-address.ts";

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

test.each([
  [undefined, undefined],
  ["120", 120],
  ["0", 0],
  ["Thu, 01 Jan 2026 00:02:00 GMT", 120],
  ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["99999999999999999999", undefined],
])("Retry-After: %s is %s seconds", (header, seconds) => {
  expect(retryAfterOf(header, Date.UTC(2026, 0, 1))).toBe(seconds);
});
