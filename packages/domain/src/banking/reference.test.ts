import { expect, test } from "vitest";
import { hasCheckDigit, withCheckDigit } from "./reference.ts";
import { transferQrText } from "./transfer-qr.ts";

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** References whose check sign is a digit, made here. */
const REFERENCES = SIGNS.flatMap((sign) => withCheckDigit(`HC 401170 T${sign}`) ?? []);

test("a reference ends with a digit, or another one is drawn", () => {
  expect(REFERENCES.length).toBeGreaterThan(5);
  for (const reference of REFERENCES) {
    expect(reference).toMatch(/^HC 401170 T[0-9A-Z]\d$/);
    expect(hasCheckDigit(reference)).toBe(true);
  }
  // The standard's own example: G123489654321 has the check sign Y, which is no digit.
  expect(withCheckDigit("G123489654321")).toBeNull();
});

test("one wrong sign, or two neighbours changed over, is no reference", () => {
  for (const reference of REFERENCES) {
    const plain = reference.replaceAll(" ", "");
    for (let at = 0; at < plain.length; at += 1) {
      for (const sign of SIGNS) {
        if (sign === plain.charAt(at)) continue;
        expect(hasCheckDigit(plain.slice(0, at) + sign + plain.slice(at + 1))).toBe(false);
      }
      const [one, other] = [plain.charAt(at), plain.charAt(at + 1)];
      if (other === "" || one === other) continue;
      const turned = plain.slice(0, at) + other + one + plain.slice(at + 2);
      expect(hasCheckDigit(turned)).toBe(false);
    }
  }
});

const transfer = {
  accountName: "Horse Club",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
  amountCents: 5005n,
  reference: "HC 401170 TQ7",
};

test("the QR code of EPC069-12: version, name, IBAN, amount, reference, each in its line", () => {
  expect(transferQrText(transfer)?.split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Horse Club",
    "DE89370400440532013000",
    "EUR50.05",
    "",
    "",
    "HC 401170 TQ7",
  ]);
});

test.each([
  ["no amount", { amountCents: 0n }],
  ["a billion", { amountCents: 100_000_000_000n }],
])("%s: none", (_, part) => {
  expect(transferQrText({ ...transfer, ...part })).toBeNull();
});
