import { expect, test } from "vitest";
import { isStreamAddress } from "./keep-channels.ts";

const HOSTS = ["live.example", "cdn.example:8443"];

test.each([
  "/app/live/race.m3u8",
  "https://live.example/a/b.m3u8?token=1",
  "https://cdn.example:8443/x",
])("%s may play", (url) => {
  expect(isStreamAddress(url, HOSTS)).toBe(true);
});

test.each([
  "",
  "/",
  "//evil.example/a.m3u8",
  "/app/../api/x.m3u8",
  "/app/live/race.mp4",
  "http://live.example/a.m3u8",
  "https://evil.example/a.m3u8",
  "https://live.example.evil.example/a.m3u8",
  "https://live.example@evil.example/a.m3u8",
  "https://user:word@live.example/a.m3u8",
  "https://cdn.example/x",
  "ftp://live.example/a.m3u8",
  "data:application/vnd.apple.mpegurl,x",
  "\\\\evil.example\\a.m3u8",
])("%s may not", (url) => {
  expect(isStreamAddress(url, HOSTS)).toBe(false);
});
