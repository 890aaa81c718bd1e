import { CSV_PROFILES } from "@club/domain";
import { expect, test } from "vitest";
import { readBankFile } from "./read-bank-file.ts";

const profile = CSV_PROFILES.find(({ id }) => id === "plain") ?? null;
/** A thread starts in a second, on a busy machine in several. */
const MOST_TEST_MS = 60_000;
const HEAD = "Date,Amount,Reference,Name,Details\n";
const order = (text: string) => ({ text: HEAD + text, profile, currency: "AUD" });

test(
  "a file that takes too long is refused as such, and the next one is read",
  async () => {
    const long = order(`2026-11-20,1.00,,,${"x".repeat(330)}\n`.repeat(20_000));
    await expect(readBankFile(long, 1)).rejects.toMatchObject({ code: "bank.file_slow" });
    const read = await readBankFile(order("2026-11-20,1.00,,,fine\n"));
    expect(read).toMatchObject({ lines: [{ details: "fine" }] });
  },
  MOST_TEST_MS,
);

test(
  "a cell of spaces is no amount, and takes no time to be none",
  async () => {
    const read = await readBankFile(order(`2026-11-20,1${" ".repeat(5_000_000)}x,,,bad\n`));
    expect(read).toEqual({ rule: "amount", line: 2 });
  },
  MOST_TEST_MS,
);

test(
  "more files at once than may wait are told to come again",
  async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, async () =>
        readBankFile(order("2026-11-20,1.00,,,one of many\n")).then(
          () => "read",
          (error: { code?: string }) => error.code,
        ),
      ),
    );
    const read = codes.filter((code) => code === "read").length;
    expect(codes.filter((code) => code === "club.busy")).toHaveLength(codes.length - read);
    // One is being read and four wait.
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(5);
  },
  MOST_TEST_MS,
);
