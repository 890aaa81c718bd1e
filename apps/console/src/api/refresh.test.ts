import { beforeEach, expect, test, vi } from "vitest";

interface Sent {
  readonly path: string;
  readonly answer: (status: number, body?: object) => void;
}

let sent: Sent[];
let kept: Map<string, string>;
/** How often a lock was requested. */
let asked: number;

/** The locks of one tab: a later request waits. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: async <T>(_name: string, work: () => Promise<T>): Promise<T> => {
      asked += 1;
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return await mine;
    },
  };
}

beforeEach(() => {
  sent = [];
  asked = 0;
  const session = {
    token: "one",
    refreshToken: "r1",
    name: "Nia",
    operatorId: "1",
    roles: ["owner"],
    calls: [],
  };
  kept = new Map([["console.session", JSON.stringify(session)]]);
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal("navigator", { locks: locks(), onLine: true });
  vi.stubGlobal(
    "fetch",
    async (url: string) =>
      await new Promise<Response>((resolve) => {
        const answer = (status: number, body: object = {}): void =>
          resolve(new Response(JSON.stringify({ status, code: "x", ...body }), { status }));
        sent.push({ path: url.replace("/api/operator/", ""), answer });
      }),
  );
});

const paths = (): string[] => sent.map(({ path }) => path);
const answer = (path: string, status: number, body?: object): void =>
  sent.findLast((each) => each.path === path)?.answer(status, body);

async function read(): Promise<unknown> {
  const { ask } = await import("./ask.ts");
  return await ask("GET /api/operator/operators");
}

test("what is refused while somebody signs out asks for no new tokens of the session that is over", async () => {
  const { signOut } = await import("./client.ts");
  const leaving = signOut();
  const reading = read().catch((error: unknown) => error);
  await expect.poll(paths).toEqual(expect.arrayContaining(["signout", "operators"]));
  // The club has ended the session, but its answer to that is still on its way.
  answer("operators", 401);
  // The refused call waits for the sign-out, and has sent nothing.
  await expect.poll(() => asked).toBe(2);
  answer("signout", 200);
  await leaving;
  expect(await reading).toMatchObject({ kind: "session" });
  expect(paths()).not.toContain("refresh_token");
  const { currentSession } = await import("../core/session.ts");
  expect(currentSession()).toBeNull();
  expect(kept.size).toBe(0);
});

test("signing out gives up what is being read, before the club refuses its tokens", async () => {
  const { queryClient } = await import("./query-client.ts");
  const { signOut } = await import("./client.ts");
  let isGivenUp = false;
  void queryClient
    .fetchQuery({
      queryKey: ["waiting"],
      queryFn: async ({ signal }) =>
        await new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            isGivenUp = !paths().includes("signout");
            reject(new Error("given up"));
          });
        }),
    })
    .catch(() => undefined);
  const leaving = signOut();
  await expect.poll(paths).toEqual(["signout"]);
  expect(isGivenUp).toBe(true);
  answer("signout", 200);
  await leaving;
});

test("signing out with an access token that is too old ends the session all the same", async () => {
  const { signOut } = await import("./client.ts");
  const leaving = signOut();
  await expect.poll(paths).toEqual(["signout"]);
  answer("signout", 401);
  await expect.poll(paths).toEqual(["signout", "refresh_token"]);
  const data = {
    access_token: "two",
    refresh_token: "r2",
    roles: [],
    own_roles: [],
    calls: [],
    user_name: "",
    operator_id: "1",
  };
  answer("refresh_token", 200, { data });
  await expect.poll(paths).toEqual(["signout", "refresh_token", "signout"]);
  answer("signout", 200);
  await leaving;
  const { currentSession } = await import("../core/session.ts");
  expect(currentSession()).toBeNull();
});

test("a session that expires is refreshed once, however many calls find it so", async () => {
  const reads = [read(), read()];
  await expect.poll(paths).toEqual(["operators", "operators"]);
  for (const each of sent.slice()) each.answer(401);
  await expect.poll(paths).toEqual(["operators", "operators", "refresh_token"]);
  const data = {
    access_token: "two",
    refresh_token: "r2",
    roles: [],
    own_roles: [],
    calls: [],
    user_name: "",
    operator_id: "1",
  };
  answer("refresh_token", 200, { data });
  await expect.poll(() => sent.length).toBe(5);
  for (const each of sent.slice(3)) each.answer(200, { list: [] });
  await Promise.all(reads);
});
