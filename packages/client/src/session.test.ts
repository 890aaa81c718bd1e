import { expect, test, vi } from "vitest";
import { CallError } from "./call-error.ts";
import { createRefresh, createSession, type EndReason, isLeft } from "./session.ts";

interface Of {
  readonly name: string;
  readonly token: string;
}

/** A session as an app keeps it, on a device that another tab writes to as well. */
function makeSession() {
  const device: { stored: Of | null } = { stored: null };
  const heard: EndReason[] = [];
  const session = createSession<Of>({
    read: () => device.stored,
    write: (given) => void (device.stored = given),
    remove: () => void (device.stored = null),
    isSame: (one, other) => one.name === other.name,
    concerns: () => true,
  });
  session.onEnd((reason) => void heard.push(reason));
  const renewed: string[] = [];
  const { refresh } = createRefresh<Of>({
    lock: "test",
    reread: session.reread,
    renew: async (now) => {
      renewed.push(now.token);
      session.start({ ...now, token: `${now.token}+` });
    },
    lost: () => new CallError("gone", { kind: "session", status: 401 }),
  });
  return { device, session, heard, refresh, renewed };
}

test("whoever signs in over another's session signs that one out first", () => {
  const { session, heard, device } = makeSession();
  session.start({ name: "ann", token: "a" });
  session.start({ name: "ann", token: "b" });
  expect(heard).toEqual([]);
  session.start({ name: "bob", token: "c" });
  expect(heard).toEqual(["other"]);
  expect([session.get(), device.stored]).toEqual([
    { name: "bob", token: "c" },
    { name: "bob", token: "c" },
  ]);
});

test("another tab's refresh is taken; another tab's other person is a sign-out here", () => {
  const { session, heard, device } = makeSession();
  session.start({ name: "ann", token: "a" });
  device.stored = { name: "ann", token: "b" };
  expect(session.reread("a")).toEqual({ name: "ann", token: "b" });
  expect(heard).toEqual([]);
  device.stored = { name: "bob", token: "c" };
  expect(() => session.reread("a")).toThrow();
  expect([heard, session.get(), device.stored]).toEqual([
    ["other"],
    { name: "bob", token: "c" },
    { name: "bob", token: "c" },
  ]);
});

test("a call of one person is never sent again in the name of the next", async () => {
  const { session, refresh, renewed, device } = makeSession();
  session.start({ name: "ann", token: "a" });
  await refresh("a");
  expect([renewed, session.get()?.token]).toEqual([["a"], "a+"]);
  // Its own older token: another call was quicker.
  await refresh("a");
  expect(renewed).toEqual(["a"]);
  device.stored = { name: "bob", token: "c" };
  await expect(refresh("a+")).rejects.toMatchObject({ kind: "session" });
  expect([renewed, session.get()]).toEqual([["a"], { name: "bob", token: "c" }]);
});

test("what one person had in hand stays through an expired session, until another comes", () => {
  const { session, heard } = makeSession();
  session.start({ name: "ann", token: "a" });
  session.end("expired");
  session.start({ name: "ann", token: "b" });
  expect(heard.some(isLeft)).toBe(false);
  session.end("expired");
  session.start({ name: "bob", token: "c" });
  expect(heard).toEqual(["expired", "expired", "other"]);
  expect(heard.map(isLeft)).toEqual([false, false, true]);
});

test("a sign-out in another tab ends the session here, and says that it was there", () => {
  const { session, heard, device } = makeSession();
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  session.followOtherTabs();
  session.start({ name: "ann", token: "a" });
  device.stored = null;
  tab.dispatchEvent(new Event("storage"));
  tab.dispatchEvent(new Event("storage"));
  expect([heard, session.get()]).toEqual([["elsewhere"], null]);
});
