import { beforeEach, expect, test, vi } from "vitest";

interface Sent {
  readonly url: string;
  readonly body: unknown;
}

let sent: Sent[];
let answers: { readonly status: number; readonly code?: string }[];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string, { body }: { readonly body: string | null }) => {
    sent.push({ url, body: body === null ? null : JSON.parse(body) });
    const answer = answers.shift() ?? { status: 200 };
    return await Promise.resolve(new Response(JSON.stringify(answer), { status: answer.status }));
  });
});

test("what the path names goes into the path, the rest is the body or the query; no reason is none", async () => {
  const { ask } = await import("./ask.ts");
  const params = { race_id: "r 1" };
  await ask("POST /api/operator/races/:race_id/scratch", { ...params, horse_id: 3, reason: "" });
  await ask("POST /api/operator/races/:race_id/settle/stop", { ...params, reason: "rain" });
  await ask("GET /api/operator/players", { q: "nia", limit: 5 });
  expect(sent).toEqual([
    { url: "/api/operator/races/r%201/scratch", body: { horse_id: 3 } },
    { url: "/api/operator/races/r%201/settle/stop", body: { reason: "rain" } },
    { url: "/api/operator/players?q=nia&limit=5", body: null },
  ]);
});

test("a call that needs a fresh factor waits for it and is sent once more; declined, it fails", async () => {
  const { ask } = await import("./ask.ts");
  const proof = await import("../core/proof.ts");
  const shown = vi.spyOn(proof, "askForProof");
  const needed = { status: 403, code: "operator.proof_needed" };
  answers = [needed, { status: 200 }, needed];
  shown.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  await ask("POST /api/operator/ledger/verify");
  expect(sent).toHaveLength(2);
  const declined = ask("POST /api/operator/ledger/verify");
  await expect(declined).rejects.toMatchObject({ code: "operator.proof_needed" });
  expect(sent).toHaveLength(3);
});
