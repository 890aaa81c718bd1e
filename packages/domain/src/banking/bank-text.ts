const MARKS = /\p{M}/gu;
/** Letters that Unicode does not decompose into a plain letter and a mark. */
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
 * A text in the characters that a bank's file accepts: letters lose their marks, anything else that
 * is not in `signs` becomes a blank, and blanks never come twice.
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
