import { expect, test } from "vitest";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { startClub } from "../../test/club.ts";
import { queueMessage } from "../../tell/outbox/queue-message.ts";

test("uses, what waits, when it last worked and whether it is on, by connection", async () => {
  const club = await startClub({ env: { CLUB_ALERTS_MAIL: "ann@example.org" } });
  const figures = async (): Promise<Map<string, number>> => {
    const text = (await club.call("GET", "/metrics")).body as string;
    const lines = text.matchAll(/^club_connection_(\w+\{.*\}) (\S+)$/gm);
    return new Map([...lines].map(([, name = "", figure]) => [name, Number(figure)]));
  };
  try {
    const before = await figures();
    expect(before.get('on{kind="alerts"}')).toBe(1);
    expect(before.get('on{kind="sms"}')).toBe(0);
    expect(before.get('total{kind="mail",result="failed"}')).toBe(0);
    expect(before.has('success_age_seconds{kind="mail"}')).toBe(false);
    const { connections } = club.ctx;
    for (let n = 0; n < 3; n += 1) await connections.note("mail", null);
    await club.asAdmin("UPDATE connection_day SET day = day - 1");
    await connections.note("mail", null);
    await connections.note("mail", new ProviderFailure("timeout"));
    await club.asAdmin(
      "UPDATE connection_health SET succeeded_at = succeeded_at - interval '1 hour'",
    );
    const mail = { channel: "mail", purpose: "notice", to: "a@b", text: "", code: null } as const;
    for (let n = 0; n < 2; n += 1) await queueMessage(club.ctx, club.ctx.db.jobs, mail);
    const after = await figures();
    expect(after.get('total{kind="mail",result="succeeded"}')).toBe(4);
    expect(after.get('total{kind="mail",result="failed"}')).toBe(1);
    // Asked again: the same uses, not as many more.
    expect((await figures()).get('total{kind="mail",result="succeeded"}')).toBe(4);
    expect(after.get('waiting{kind="mail"}')).toBe(2);
    expect(after.get('waiting{kind="sms"}')).toBe(0);
    // Not only messages wait: a payment to ask for, a payout nobody took, people to ask about.
    await club.asAdmin(`SET session_replication_role = replica;
      INSERT INTO payment (id, top_up_id, provider, amount_cents, currency, return_url, next_ask_at)
        VALUES (gen_random_uuid(), gen_random_uuid(), 'standard', 100, 'AUD', '', club_now_ms());
      INSERT INTO payout_order (withdrawal_id, provider, account_hash) VALUES (gen_random_uuid(), 'standard', '');
      INSERT INTO identity_check (id, player_id, provider, asked_hash)
        VALUES (gen_random_uuid(), gen_random_uuid(), 'standard', '');
      INSERT INTO exclusion_watch (player_id, due_at) VALUES (gen_random_uuid(), club_now_ms())`);
    const waiting = await figures();
    const { token } = await club.operator();
    const { list } = (await club.call("GET", "/api/operator/connections", { token })).body;
    for (const kind of ["payment", "payout", "identity", "exclusion"]) {
      expect([kind, waiting.get(`waiting{kind="${kind}"}`)]).toEqual([kind, 1]);
      expect(list).toContainEqual(expect.objectContaining({ kind, waiting: 1 }));
    }
    await club.asAdmin(`SET session_replication_role = replica;
      DELETE FROM payment; DELETE FROM payout_order; DELETE FROM identity_check; DELETE FROM exclusion_watch`);
    expect(after.get('success_age_seconds{kind="mail"}')).toBeGreaterThanOrEqual(3600);
    expect(after.get('failure_age_seconds{kind="mail"}')).toBeLessThan(3600);
  } finally {
    await club.close();
  }
});
