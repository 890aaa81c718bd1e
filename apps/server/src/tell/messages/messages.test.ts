import { LANGUAGES } from "@club/i18n";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../core/settings/settings.ts";
import { MESSAGE_KIND_NAMES, MESSAGE_KINDS } from "./message-kinds.ts";
import { writeMessage } from "./write-message.ts";

const settings = {
  clubName: `Ann's <Turf> & "Track"`,
  publicUrl: "https://club.example",
  currency: "AUD",
  timeZone: "Australia/Sydney",
} as Settings;

const look = {
  colour_light: "#7a1f4d",
  colour_dark: "#ff9ecb",
  colour_header: "#4a1030",
  has_logo: true,
};

describe.each(MESSAGE_KIND_NAMES)("the message %s", (kind) => {
  test.each(LANGUAGES.map(({ id }) => id))("is whole in %s, as text and as a page", (language) => {
    const { example: facts, askedBy, screen } = MESSAGE_KINDS[kind];
    const written = writeMessage({ settings, look }, { kind, language, facts: facts as never });
    const { subject, text, html, short } = written;
    for (const part of [subject, text, html.replace(/<style>.*<\/style>/, ""), short]) {
      expect(part).not.toMatch(/\{|\}|undefined|message\./);
    }
    expect([text.startsWith(settings.clubName), text.split(settings.clubName).length]).toEqual([
      true,
      3,
    ]);
    expect(short.startsWith(`${settings.clubName}: `)).toBe(true);
    // The club's name stands in head and foot, and nothing from outside is markup.
    expect(html.split("Ann&#39;s &lt;Turf&gt; &amp; &quot;Track&quot;").length).toBe(3);
    expect(html.replace('src="cid:logo"', "")).not.toMatch(/<Turf>|src=|@import|url\(/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).toContain("background:#4a1030");
    expect(html.includes("background:#ff9ecb!important")).toBe(screen !== null);
    expect(html).toContain(`lang="${language}"`);
    expect(html.includes("https://club.example/#/pages/")).toBe(screen !== null);
    if (askedBy === "code" && kind !== "no_account") expect(short).toContain("123456");
  });
});

test("nothing is told that neither the law, nor the account's safety, nor the player's own money asks for", () => {
  const wishes = MESSAGE_KIND_NAMES.filter((kind) => MESSAGE_KINDS[kind].askedBy === "wish");
  expect(wishes).toEqual(["top_up", "withdrawal_paid"]);
});

test("money, instants and months are written as the reader's language writes them", () => {
  const write = (language: "en" | "fr" | "zh-Hant") =>
    writeMessage(
      { settings, look },
      { kind: "top_up", language, facts: { amount: 128_450n, reference: "R" } },
    ).short;
  expect(write("en")).toContain("$1,284.50");
  expect(write("fr")).toMatch(/1\s284,50\s\$/);
  const { subject } = writeMessage(
    { settings, look },
    { kind: "activity", language: "es", facts: MESSAGE_KINDS.activity.example },
  );
  expect(subject).toMatch(/octubre/i);
});
