import { CSV_PROFILES } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub, type TestClub } from "../../test/club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => await club.close());

const AT_ONCE = 12;
const ACCOUNT = {
  name: "Horse Club Trust",
  account_number: "1234 5678",
  branch_code: "062-000",
  swift_bic: "",
  bank_code: "CBA",
  user_id: "301500",
};
const settings: [name: string, path: string, body: (i: number) => object][] = [
  ["bank_profiles", "bank/profiles", (i) => ({ ...CSV_PROFILES[0], id: `at once ${i}` })],
  ["invitations", "invitations/rules", (i) => ({ reward_cents: 100 * i, monthly_cap: 5 })],
  ["payout_account", "payouts/account", () => ACCOUNT],
];

test.each(settings)(
  "%s: twelve changes at once are twelve versions, and nothing breaks",
  async (name, path, body) => {
    const { token } = await club.operator();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) =>
        club.call("PUT", `/api/operator/${path}`, { token, body: body(i) }),
      ),
    );
    for (const answer of answers) ok(answer);
    const rows = await club.query("SELECT version FROM setting WHERE name = $1 ORDER BY version", [
      name,
    ]);
    expect(rows.map(({ version }) => Number(version))).toEqual(
      Array.from({ length: AT_ONCE }, (_, i) => i + 1),
    );
  },
);

test("each of twelve profiles at once is laid on the ones before: none is lost", async () => {
  const { body } = await club.call("GET", "/api/operator/bank/profiles", await club.operator());
  const ids = (body.list as { id: string }[]).map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith("at once "))).toHaveLength(AT_ONCE);
});
