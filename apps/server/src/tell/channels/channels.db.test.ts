import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub } from "../../test/club.ts";
import { act, clubCard, importCard, raceIdsOf } from "../../test/card-desk.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_LIVE_HOSTS: "live.example" } });
});
afterAll(async () => await club.close());

const FORM = { name: "Track one", url: "/app/live/demo.m3u8" };

async function desk(method: string, path: string, body?: unknown): Promise<Answer> {
  const { token } = await club.operator();
  return await club.call(method, `/api/operator/channels${path}`, { token, body });
}

async function shown(): Promise<Answer["body"]["list"]> {
  return (await club.call("GET", "/api/live/channels")).body.list;
}

test("a draft is not shown, a published one is, a withdrawn one is not", async () => {
  const { channel_id: id } = ok(await desk("POST", "", FORM));
  expect(await shown()).toEqual([]);
  ok(await desk("POST", `/${id}/publish`));
  ok(await desk("POST", `/${id}/publish`));
  expect(await shown()).toMatchObject([{ channel_id: id, ...FORM, race: null, is_demo: false }]);
  ok(await desk("POST", `/${id}/withdraw`));
  expect(await shown()).toEqual([]);
});

test("an address elsewhere is refused, one at a host of the club is taken and in the policy", async () => {
  const bad = await desk("POST", "", { ...FORM, url: "https://evil.example/a.m3u8" });
  expect([bad.status, bad.body.code]).toEqual([422, "channel.address"]);
  ok(await desk("POST", "", { ...FORM, url: "https://live.example/a.m3u8" }));
  const policy = (await club.call("GET", "/app/")).headers.get("content-security-policy");
  expect(policy).toContain("connect-src 'self' https://live.example;");
  expect(policy).toContain("media-src 'self' blob: https://live.example;");
  const desks = (await club.call("GET", "/console/")).headers.get("content-security-policy");
  expect(desks).toContain("media-src 'none'");
});

test("a channel shows the next race of its track, or the one race that it names", async () => {
  const card = clubCard();
  const { event_id: eventId } = ok(await importCard(club, card));
  const [first = "", second = ""] = await raceIdsOf(club, eventId);
  for (const raceId of [first, second]) ok(await act(club, raceId, "open"));
  const form = { ...FORM, venue_code: card.meeting["code"] };
  const { channel_id: id } = ok(await desk("POST", "", form));
  ok(await desk("POST", `/${id}/publish`));
  const one = async () =>
    (await shown()).find((each: { channel_id: string }) => each.channel_id === id);
  expect((await one()).race).toMatchObject({ race_id: first, raceNo: 1 });
  ok(await desk("PUT", `/${id}`, { ...form, race_id: second }));
  expect((await one()).race).toMatchObject({ race_id: second, raceNo: 2 });
  const unknown = "01900000-0000-7000-8000-000000000000";
  expect((await desk("PUT", `/${id}`, { ...form, race_id: unknown })).status).toBe(422);
});

test("a draft is looked at with a ticket of an operator, which is soon over and opens no other channel", async () => {
  const shown = async (query: string): Promise<string[]> =>
    (await club.call("GET", `/api/live/channels${query}`)).body.list.map(
      (channel: { channel_id: string }) => channel.channel_id,
    );
  const make = async (name: string): Promise<string> =>
    ok(await desk("POST", "", { name, url: "/live/demo/stream.m3u8" })).channel_id;
  const [id, other] = [await make("Draft one"), await make("Draft two")];
  const { href } = ok(await desk("POST", `/${id}/preview`));
  const ticket = new URLSearchParams(href.split("?")[1]).get("preview") ?? "";
  expect(await shown("")).not.toContain(id);
  const list = await shown(`?preview=${ticket}`);
  expect([list.includes(id), list.includes(other)]).toEqual([true, false]);
  const [, until = "", signature = ""] = ticket.split(".");
  for (const forged of [
    `${other}.${until}.${signature}`,
    `${id}.${Number(until) + 1}.${signature}`,
    `${id}.${Number(until) - 900_000}.${signature}`,
    `${id}.${until}.`,
    "x",
  ]) {
    expect(await shown(`?preview=${forged}`), forged).not.toContain(id);
  }
});
