import { expect, test, vi } from "vitest";

test("a page's reads go three at a time, in order; an act goes at once; a failed one gives its place on", async () => {
  const sent: string[] = [];
  const answers: ((response: Response | Error) => void)[] = [];
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url.replace(/^.*day=/, ""));
    return await new Promise<Response>((resolve, reject) => {
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  });
  const { ask } = await import("./ask.ts");
  const read = async (day: string) => await ask("GET /api/operator/meetings", { day });
  const ok = () => new Response(JSON.stringify({ status: 200, list: [] }), { status: 200 });
  const reads = Promise.allSettled(["1", "2", "3", "4", "5"].map(read));
  await expect.poll(() => sent).toEqual(["1", "2", "3"]);
  const act = ask("POST /api/operator/ledger/verify");
  await expect.poll(() => sent).toHaveLength(4);
  expect(sent.at(-1)).toContain("/ledger/verify");
  answers[3]?.(ok());
  await act;
  answers[1]?.(new Error("no connection"));
  await expect.poll(() => sent.at(-1)).toBe("4");
  answers[0]?.(ok());
  await expect.poll(() => sent.at(-1)).toBe("5");
  for (const at of [2, 4, 5]) answers[at]?.(ok());
  expect((await reads).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});
