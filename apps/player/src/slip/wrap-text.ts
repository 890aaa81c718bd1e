/** Chinese breaks between any two characters, other scripts at their spaces. */
const PIECES =
  /[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|\s+/gu;

/**
 * A text in lines that fit; a word that is longer than a line is cut. Nothing but the spaces at the
 * ends of lines is lost.
 *
 * @param fits - whether a text is short enough for one line.
 */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of piecesOf(text, fits)) {
    if (line === "" || fits((line + piece).trimEnd())) line += piece;
    else {
      lines.push(line.trim());
      line = piece;
    }
  }
  return [...lines, line.trim()].filter((each) => each !== "");
}

function piecesOf(text: string, fits: (line: string) => boolean): string[] {
  const pieces = text.match(PIECES) ?? [];
  return pieces.flatMap((piece) => (fits(piece.trimEnd()) ? [piece] : Array.from(piece)));
}
