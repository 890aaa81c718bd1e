import { afterEach, expect, test } from "vitest";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import { codeInOutbox, ok, startClub, untilTaken } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import { seedPeople } from "./demo-people.ts";

/* The demo's phone, and that no other club has one. */

const open: TestClub[] = [];
afterEach(async () => {
  for (const club of open.splice(0)) await club.close();
});

async function clubWith(demo: string): Promise<TestClub> {
  const club = await startClub({ env: { CLUB_DEMO: demo } });
  open.push(club);
  return club;
}

async function page(club: TestClub, path = ""): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${club.url}/api/demo/phone${path}`);
  return { status: answer.status, text: await answer.text() };
}

test("shows the member's messages and mails, and those of nobody else", async () => {
  const club = await clubWith("1");
  await seedPeople(club.ctx);
  expect((await page(club)).text).toContain("No message yet.");
  const [{ id: playerId } = { id: "" }] = await club.query(
    "SELECT id FROM player WHERE user_name_key = 'demo'",
  );
  const other = await club.signUp();
  const facts = { device: "<b>Strange</b>" };
  for (const id of [playerId, other.id]) {
    await tellPlayer(club.ctx, club.ctx.db.jobs, { playerId: id, kind: "new_device", facts });
  }
  const { text } = await page(club);
  expect(text.match(/<article>/g)).toHaveLength(2);
  expect(text).not.toContain("<b>Strange");
  const mail = /src="\/api\/demo\/phone(\/[\w-]+)"/.exec(text)?.[1];
  const shown = await page(club, mail);
  expect([shown.status, shown.text.includes("Sign-in from a new device")]).toEqual([200, true]);
  const shownIds = [...text.matchAll(/phone\/([\w-]+)"/g)].map(([, id]) => id);
  const rows = await club.query("SELECT id FROM delivery");
  const hidden = rows.map(({ id }) => id as string).filter((id) => !shownIds.includes(id));
  for (const id of hidden) expect((await page(club, `/${id}`)).status).toBe(404);
});

test("shows a newcomer the codes of the own number, and the app where to find them", async () => {
  const club = await clubWith("1");
  const phone = "+61400888999";
  const body = { phone, purpose: "register" };
  ok(await untilTaken(async () => await club.call("POST", "/api/user/verification", { body })));
  const { demo_phone_url: at } = ok(await club.call("GET", "/api/club"));
  const answer = await fetch(`${club.url}${at}?to=${encodeURIComponent("+61 400 888 999")}`);
  expect(await answer.text()).toContain(await codeInOutbox(club, phone));
  // What else the number was told stays with its owner.
  const other = await club.signUp();
  const facts = { device: "Strange" };
  await tellPlayer(club.ctx, club.ctx.db.jobs, { playerId: other.id, kind: "new_device", facts });
  const { text } = await page(club, `?to=${encodeURIComponent(other.phone)}`);
  expect(text.match(/<article>/g)).toHaveLength(1);
  expect(text).not.toContain("Strange");
});

test("is not there where the club is no demo, and the app is told of none", async () => {
  const club = await clubWith("0");
  await seedPeople(club.ctx);
  expect((await page(club)).status).toBe(404);
  expect((await page(club, "?to=%2B61400888999")).status).toBe(404);
  expect(ok(await club.call("GET", "/api/club")).demo_phone_url).toBeNull();
});
