/** The kinds of picture that are taken. */
export type PictureKind = "jpeg" | "png" | "webp";

const JPEG_END = Buffer.from([0xff, 0xd9]);
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_END = Buffer.from("IEND", "latin1");
const PNG_TAIL = 8;
const RIFF_HEAD = 12;
const RIFF_SIZE_AT = 4;

/**
 * What kind of picture a file is, judged by all its bytes; null for anything else. A picture with
 * data after its end is refused: that data would make it a second kind of file.
 */
export function pictureKindOf(bytes: Buffer): PictureKind | null {
  if (isJpeg(bytes)) return "jpeg";
  if (isPng(bytes)) return "png";
  return isWebp(bytes) ? "webp" : null;
}

function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return false;
  // Some cameras pad with zeros.
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(end - JPEG_END.length, end).equals(JPEG_END);
}

function isPng(bytes: Buffer): boolean {
  const end = bytes.length - PNG_TAIL;
  return (
    end > PNG_START.length &&
    bytes.subarray(0, PNG_START.length).equals(PNG_START) &&
    bytes.subarray(end, end + PNG_END.length).equals(PNG_END)
  );
}

function isWebp(bytes: Buffer): boolean {
  if (bytes.length < RIFF_HEAD + PNG_TAIL) return false;
  if (bytes.toString("latin1", 0, 4) !== "RIFF") return false;
  if (bytes.toString("latin1", 8, RIFF_HEAD) !== "WEBP") return false;
  const size = bytes.readUInt32LE(RIFF_SIZE_AT) + PNG_TAIL;
  return bytes.length === size || bytes.length === size + (size % 2);
}
