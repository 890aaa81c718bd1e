import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient, readOvertaken } from "./query-client.ts";

const KEY = ["race", "one"];
const LONGEST_MS = 2500;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** A query on the screen; its answers come when they are given. */
function onScreen() {
  const answers: ((status: string) => void)[] = [];
  const queryFn = async () => await new Promise<string>((resolve) => answers.push(resolve));
  new QueryObserver(queryClient, { queryKey: KEY, queryFn }).subscribe(() => undefined);
  const answer = async (status: string): Promise<void> => {
    answers.at(-1)?.(status);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { answer, asked: () => answers.length, now: () => queryClient.getQueryData(KEY) };
}

test("an answer that news has overtaken is read once more", async () => {
  const { answer, asked, now } = onScreen();
  await answer("open");
  void queryClient.invalidateQueries({ queryKey: KEY });
  queryClient.setQueryData(KEY, "closed");
  readOvertaken(KEY);
  readOvertaken(KEY);
  await answer("open");
  expect([now(), asked()]).toEqual(["open", 2]);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(asked()).toBe(3);
  await answer("closed");
  expect(now()).toBe("closed");
});

test("news that overtakes nothing asks for nothing", async () => {
  const { answer, asked, now } = onScreen();
  await answer("open");
  queryClient.setQueryData(KEY, "closed");
  readOvertaken(KEY);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect([now(), asked()]).toEqual(["closed", 1]);
});

test("the first answer can be overtaken too, and each later one again", async () => {
  const { answer, asked } = onScreen();
  readOvertaken(KEY);
  await answer("open");
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(asked()).toBe(2);
  readOvertaken(KEY);
  await answer("open");
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(asked()).toBe(3);
});
