import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeInOutbox, ok, startClub } from "../../test/club.ts";
import type { Answer, TestClub, TestOperator } from "../../test/club.ts";

/* Who may read the club's messages, and which of their codes. Promise S12. */

let club: TestClub;
let owner: TestOperator;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  owner = await club.operator();
});
afterAll(async () => await club.close());

const newPhone = (): string => `+61${randomInt(100_000_000, 999_999_999)}`;

async function send(at: TestClub, phone: string, purpose: string): Promise<void> {
  ok(await at.call("POST", "/api/user/verification", { body: { phone, purpose } }));
}

async function read(token: string, to?: string, at = club): Promise<Answer> {
  const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
  return await at.call("GET", `/api/operator/outbox${query}`, { token });
}

test("a code for a new password is shown to nobody, by no call of the desk", async () => {
  const { phone, id } = await club.signUp();
  await send(club, phone, "reset");
  const code = await codeInOutbox(club, phone);
  expect(code).toMatch(/^\d{6}$/);
  const desks = [owner, await club.newOperator("owner"), await club.operator("support")];
  for (const { token } of desks) {
    for (const to of [phone, undefined]) {
      const [message] = (await read(token, to)).body.list;
      expect(message).toMatchObject({ to: phone, code: null });
      expect(message.text).toContain("your code is ••••••");
    }
  }
  // Whatever an operator or a key reads of this player or the club, the code is not in it.
  const calls = club.ctx.calls.filter(
    ({ access, method }) => access !== "public" && method === "GET",
  );
  for (const { path } of calls.filter((call) => call.path.startsWith("/api/operator/"))) {
    const answer = await club.call("GET", path.replaceAll(/:\w+/g, id), { token: owner.token });
    expect(JSON.stringify(answer.body), path).not.toMatch(new RegExp(`\\b${code}\\b`));
  }
});

describe("a code to register", () => {
  test("is read by the owner who asks for its phone, and the log says so", async () => {
    const phone = newPhone();
    await send(club, phone, "register");
    const code = await codeInOutbox(club, phone);
    const { list } = (await read(owner.token, phone)).body;
    expect(list).toMatchObject([{ to: phone, code, text: expect.stringContaining(code) }]);
    const [row] = await club.query(
      "SELECT operator_id, after FROM audit WHERE action = 'outbox.read' ORDER BY id DESC LIMIT 1",
    );
    const ids = [list[0].message_id];
    expect(row).toEqual({ operator_id: owner.id, after: { messages: ids, codes: ids } });
  });

  test("is not shown to other roles, nor to the owner who asks for nobody's phone", async () => {
    const phone = newPhone();
    await send(club, phone, "register");
    const code = await codeInOutbox(club, phone);
    const { token } = await club.operator("support");
    for (const answer of [await read(token, phone), await read(token), await read(owner.token)]) {
      const [message] = answer.body.list;
      expect(message).toMatchObject({ to: phone, code: null });
      expect(message.text).not.toContain(code);
    }
  });

  test("is not shown where an older release did not say what it is for", async () => {
    const phone = newPhone();
    await send(club, phone, "register");
    await club.asAdmin("UPDATE delivery SET kind = DEFAULT");
    expect((await read(owner.token, phone)).body.list).toMatchObject([{ code: null }]);
  });

  test("takes a second factor shown just now, where the club requires one", async () => {
    const strict = await startClub({ env: { CLUB_OPERATOR_2FA: "required" } });
    try {
      const { token, id } = await strict.operator();
      const phone = newPhone();
      await send(strict, phone, "register");
      expect((await read(token, phone, strict)).body.code).toBe("operator.factor_needed");
      const proved = async (minutes: number): Promise<Answer> => {
        await strict.asAdmin(
          `UPDATE session SET proved_at = club_now_ms() - make_interval(mins => $2) WHERE operator_id = $1`,
          [id, minutes],
        );
        strict.ctx.sessions.forget(id);
        return await read(token, phone, strict);
      };
      const stale = await proved(6);
      expect([stale.status, stale.body.code]).toEqual([403, "operator.proof_needed"]);
      expect((await proved(0)).body.list[0].code).toBe(await codeInOutbox(strict, phone));
    } finally {
      await strict.close();
    }
  });
});
