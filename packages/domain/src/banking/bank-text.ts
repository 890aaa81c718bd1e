const MARKS = /\p{M}/gu;
/** Letters that do not come apart into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  Œ: "OE",
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  ı: "i",
  "’": "'",
  "‘": "'",
  "–": "-",
  "—": "-",
};

/**
 * A text in the signs that a bank's file takes: letters without their marks, anything else that is not
 * in `signs` a blank, blanks never twice.
 */
export function bankText(text: string, signs: RegExp): string {
  const plain = Array.from(text.normalize("NFKD").replace(MARKS, ""), (sign) => PLAIN[sign] ?? sign)
    .join("")
    .normalize("NFC");
  return Array.from(plain, (sign) => (signs.test(sign) ? sign : " "))
    .join("")
    .replaceAll(/ +/g, " ")
    .trim();
}
