import { HttpDouble, MailDouble } from "@club/doubles";
import { expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import { deliverDue } from "../../tell/delivery/deliver.ts";
import { mailChannel } from "../../tell/outbox/message-channel.ts";
import { watchAlerts } from "./watch-alerts.ts";

const SECRET = `whsec_${Buffer.from("what alerts are signed with, at least").toString("base64")}`;

test("mails of alerts leave by the club's mail server, and a test goes both ways", async () => {
  const post = await new MailDouble().start();
  const program = await new HttpDouble(() => ({ status: 200 })).start();
  const club = await startClub({
    env: {
      CLUB_SMTP_URL: post.url,
      CLUB_MAIL_FROM: "Horse Club <club@club.example>",
      CLUB_ALERTS_MAIL: "ann@example.org,bob@example.org",
      CLUB_ALERTS_URL: program.url,
      CLUB_ALERTS_SECRET: SECRET,
    },
  });
  try {
    await club.query("UPDATE club SET books_off_at = club_now_ms()");
    await watchAlerts(club.ctx);
    await deliverDue(club.ctx, [mailChannel]);
    await club.query("UPDATE club SET books_off_at = NULL");
    const told = post.mails.map(({ to, subject }) => `${to} ${subject}`);
    expect(told.toSorted()).toEqual([
      "ann@example.org Horse Club: the books do not balance",
      "bob@example.org Horse Club: the books do not balance",
    ]);
    const { token } = await club.operator();
    ok(await club.call("POST", "/api/operator/connections/alerts/test", { token, body: {} }));
    expect(post.mails).toHaveLength(4);
    expect(program.seen).toHaveLength(1);
    const { body } = await club.call("GET", "/api/operator/connections", { token });
    const view = body.list.find((each: { kind: string }) => each.kind === "alerts");
    expect(view).toMatchObject({ provider: "club", is_on: true, waiting: 1, succeeded_today: 1 });
  } finally {
    await club.close();
    await program.close();
    await post.close();
  }
});
