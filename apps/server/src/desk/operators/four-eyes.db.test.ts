import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../core/kit/ids.ts";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestOperator } from "../../test/club.ts";
import { chainAudit } from "./audit-chain.ts";

/* What the database itself refuses: a maker who checks, and a log that is rewritten. */

let club: TestClub;
let owner: TestOperator;
let maker: TestOperator;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "1" } });
  owner = await club.operator();
  maker = await club.newOperator("owner");
});
afterAll(async () => await club.close());

describe("maker and checker, by SQL of the server's own role", () => {
  test("a result of a race and one of a sport are not confirmed by who entered them", async () => {
    await expect(
      club.query(
        `INSERT INTO result (race_id, version, stage, placings, entered_by, confirmed_by)
         VALUES ($1, 1, 'final', '[]', $2, $2)`,
        [newId(), maker.id],
      ),
    ).rejects.toThrow(/violates check constraint/);
    const eventId = newId();
    await club.query(
      `INSERT INTO sport_result (event_id, version, kind, outcomes, entered_by)
       VALUES ($1, 1, 'void', '{}', $2)`,
      [eventId, maker.id],
    );
    for (const change of ["confirmed_by = $2", "confirmed_by = $2, entered_by = NULL"]) {
      await expect(
        club.asAdmin(`UPDATE sport_result SET ${change} WHERE event_id = $1`, [eventId, maker.id]),
        change,
      ).rejects.toThrow(/not confirmed by who entered it/);
    }
    await club.query("UPDATE sport_result SET confirmed_by = $2 WHERE event_id = $1", [
      eventId,
      owner.id,
    ]);
    await club.asAdmin("DELETE FROM sport_result WHERE event_id = $1", [eventId]);
  });

  test.each(["adjust", "correct", "withdrawal"])(
    "what asks for a second operator (%s) is not decided by the first, nor handed to another, nor decided twice",
    async (kind) => {
      const id = newId();
      await club.query(
        "INSERT INTO approval (id, kind, target, payload, requested_by) VALUES ($1, $2, $3, '{}', $4)",
        [id, kind, newId(), maker.id],
      );
      const decide = async (by: string): Promise<unknown> =>
        await club.query(
          "UPDATE approval SET status = 'rejected', approved_by = $2, decided_at = now() WHERE id = $1",
          [id, by],
        );
      await expect(decide(maker.id)).rejects.toThrow(/violates check constraint/);
      for (const change of ["requested_by = $2", "payload = jsonb_build_object('by', $2::text)"]) {
        await expect(
          club.asAdmin(`UPDATE approval SET ${change} WHERE id = $1`, [id, owner.id]),
          change,
        ).rejects.toThrow(/stands as it was asked for/);
      }
      await decide(owner.id);
      await expect(decide(owner.id)).rejects.toThrow(/stands as it was asked for/);
    },
  );
});

describe("the chain of the audit log", () => {
  const verify = async (who = owner) =>
    ok(await club.call("GET", "/api/operator/audit/verify", { token: who.token }));
  const settle = async (): Promise<void> => {
    while ((await chainAudit(club.ctx)) > 0);
  };

  test("every row is linked, and each edit by a superuser shows as the row that it hit", async () => {
    await settle();
    const whole = await verify();
    expect(whole.broken_audit_id).toBeNull();
    expect(whole.linked).toBeGreaterThan(2);
    const rows = await club.query("SELECT id FROM audit ORDER BY id LIMIT 3");
    const middle = String(rows[1]?.["id"]);
    const unlocked = async (sql: string): Promise<unknown> =>
      await club.asAdmin(`SET session_replication_role = replica; ${sql}`);
    for (const [edit, undo] of [
      [`reason = 'never'`, `reason = NULL`],
      [`operator_id = '${newId()}'`, `operator_id = (SELECT operator_id FROM kept)`],
    ]) {
      await club.asAdmin(`CREATE TABLE kept AS SELECT * FROM audit WHERE id = ${middle}`);
      await unlocked(`UPDATE audit SET ${edit} WHERE id = ${middle}`);
      expect((await verify()).broken_audit_id, edit).toBe(middle);
      await unlocked(`UPDATE audit SET ${undo} WHERE id = ${middle}`);
      await club.asAdmin("DROP TABLE kept");
    }
    expect((await verify()).broken_audit_id).toBeNull();

    await club.asAdmin(`CREATE TABLE kept AS SELECT * FROM audit WHERE id = ${middle}`);
    await unlocked(`DELETE FROM audit WHERE id = ${middle}`);
    expect((await verify()).broken_audit_id).toBe(middle);
    await unlocked("INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM kept");
    await club.asAdmin("DROP TABLE kept");
    expect((await verify()).broken_audit_id).toBeNull();

    // Slipped in past the trigger, so it never got a place in the chain.
    await unlocked("INSERT INTO audit (action) VALUES ('race.close')");
    const [slipped] = await club.query(
      "SELECT id FROM audit WHERE request_id IS NULL AND action = 'race.close'",
    );
    await settle();
    expect((await verify()).broken_audit_id).toBe(String(slipped?.["id"]));
    await unlocked("DELETE FROM audit WHERE request_id IS NULL AND action = 'race.close'");
    expect((await verify()).broken_audit_id).toBeNull();
  });

  test("links are never changed by the server's role; two at once link each row once", async () => {
    for (const sql of ["UPDATE audit_link SET hash = ''", "DELETE FROM audit_link"]) {
      await expect(club.query(sql)).rejects.toThrow(/permission denied/);
    }
    await Promise.all([chainAudit(club.ctx), chainAudit(club.ctx), chainAudit(club.ctx)]);
    await settle();
    const [row] = await club.query(
      "SELECT count(*)::int AS n, count(DISTINCT audit_id)::int AS rows, max(position)::int AS last FROM audit_link",
    );
    expect([row?.["rows"], row?.["last"]]).toEqual([row?.["n"], row?.["n"]]);
    expect((await verify(await club.newOperator("auditor"))).broken_audit_id).toBeNull();
  });
});
