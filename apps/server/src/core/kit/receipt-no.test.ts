import { expect, test } from "vitest";
import { receiptNo, receiptBits } from "./receipt-no.ts";
import { newId } from "./ids.ts";

test("the number of every bet leads back to the last 50 bits of its id, however it is written", () => {
  for (let n = 0; n < 500; n += 1) {
    const id = newId();
    const bits = BigInt(`0x${id.replaceAll("-", "")}`) & ((1n << 50n) - 1n);
    const number = receiptNo(id);
    const said = number.toLowerCase().replaceAll("0", "o").replaceAll("1", "l").replace("-", " ");
    expect([receiptBits(number), receiptBits(said)], id).toEqual([bits, bits]);
  }
});

test.each([
  "",
  "7K2QM",
  "7K2QM-0ZX4",
  "7K2QM-0ZX4DD",
  "7K2QM-0ZX4U",
  "peter-smith-jr",
  "+61400000000",
])("%j is no receipt's number", (text) => expect(receiptBits(text)).toBeNull());
