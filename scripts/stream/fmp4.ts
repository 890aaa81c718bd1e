/** One picture as the encoder gave it. */
export interface Sample {
  readonly data: Buffer;
  readonly isKey: boolean;
}

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** How to decode it: the avcC record. */
  readonly description: Buffer;
}

/** Ticks per second: divisible by every usual frame rate. */
const TIMESCALE = 90_000;
const IS_KEY = 0x02000000;
const IS_NOT_KEY = 0x01010000;

/** The head of a fragmented MP4 (ISO/IEC 14496-12) with one track of H.264. */
export function initSegment(film: Film): Buffer {
  const head = box(
    "mvhd",
    u32(0, 0, 0, TIMESCALE, 0, 0x10000),
    u16(0x100, 0),
    zeros(8),
    MATRIX,
    zeros(24),
    u32(2),
  );
  const fragments = box("mvex", box("trex", u32(0, 1, 1, 0, 0, 0)));
  const moov = box("moov", head, box("trak", trackHead(film), media(film)), fragments);
  return Buffer.concat([box("ftyp", text("iso6"), u32(0), text("iso6mp41")), moov]);
}

function trackHead({ width, height }: Film): Buffer {
  const size = u32(width << 16, height << 16);
  return box("tkhd", u32(7, 0, 0, 1, 0, 0), zeros(16), MATRIX, size);
}

function media(film: Film): Buffer {
  const tables = box(
    "stbl",
    box("stsd", u32(0, 1), sampleEntry(film)),
    box("stts", u32(0, 0)),
    box("stsc", u32(0, 0)),
    box("stsz", u32(0, 0, 0)),
    box("stco", u32(0, 0)),
  );
  const information = box(
    "minf",
    box("vmhd", u32(1), zeros(8)),
    box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))),
    tables,
  );
  return box(
    "mdia",
    box("mdhd", u32(0, 0, 0, TIMESCALE, 0), u16(0x55c4, 0)),
    box("hdlr", u32(0, 0), text("vide"), zeros(12), text("club\0")),
    information,
  );
}

function sampleEntry({ width, height, description }: Film): Buffer {
  const resolution = u32(0x00480000, 0x00480000, 0);
  return box(
    "avc1",
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    resolution,
    u16(1),
    zeros(32),
    u16(0x18, 0xffff),
    box("avcC", description),
  );
}

/** A run of pictures that begins with a key picture. `first` counts the pictures before it. */
export function mediaSegment(film: Film, samples: readonly Sample[], first: number): Buffer {
  const duration = TIMESCALE / film.framesPerSecond;
  const rows = samples.flatMap(({ data, isKey }) => [data.length, isKey ? IS_KEY : IS_NOT_KEY]);
  // Flags of the run: data offset, size and flags of each picture.
  const trunOf = (offset: number) => box("trun", u32(0x000601, samples.length, offset, ...rows));
  const moofOf = (offset: number) =>
    box(
      "moof",
      box("mfhd", u32(0, first + 1)),
      box(
        "traf",
        box("tfhd", u32(0x020008, 1, duration)),
        box("tfdt", u32(0, first * duration)),
        trunOf(offset),
      ),
    );
  const moof = moofOf(moofOf(0).length + 8);
  return Buffer.concat([moof, box("mdat", ...samples.map(({ data }) => data))]);
}

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), text(name), body]);
}

function u32(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value >>> 0, index * 4));
  return buffer;
}

function u16(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}

function text(letters: string): Buffer {
  return Buffer.from(letters, "latin1");
}

function zeros(length: number): Buffer {
  return Buffer.alloc(length);
}
