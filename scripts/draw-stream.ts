import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { startBrowser } from "./lib/browser.ts";
import { ROOT } from "./lib/steps.ts";
import type { drawRace } from "./stream/draw-race.ts";
import { initSegment, mediaSegment, type Film, type Sample } from "./stream/fmp4.ts";

/**
 * Makes the stream that comes with the demo: draws a race picture by picture, has the browser
 * encode it (H.264) and writes an HLS playlist with its segments. The result is in the repository;
 * after a change of the drawing, run `node scripts/draw-stream.ts` again.
 */

const FOLDER = join(ROOT, "apps/player/public/live");
const SECONDS = 20;
const FILM = { width: 640, height: 360, framesPerSecond: 15 };
const SEGMENT_SECONDS = 4;
const BITS_PER_SECOND = 350_000;

interface Encoded {
  readonly description: string;
  readonly samples: readonly { readonly data: string; readonly isKey: boolean }[];
}

const { description, samples } = await encode();
const film: Film = { ...FILM, description: Buffer.from(description, "base64") };
const pictures: Sample[] = samples.map(({ data, isKey }) => {
  return { data: Buffer.from(data, "base64"), isKey };
});
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await writeFile(join(FOLDER, "demo-head.mp4"), initSegment(film));
const size = SEGMENT_SECONDS * FILM.framesPerSecond;
const lines: string[] = [];
for (let first = 0; first < pictures.length; first += size) {
  const name = `demo-${first / size + 1}.m4s`;
  const part = pictures.slice(first, first + size);
  await writeFile(join(FOLDER, name), mediaSegment(film, part, first));
  lines.push(`#EXTINF:${(part.length / FILM.framesPerSecond).toFixed(3)},`, name);
}
await writeFile(
  join(FOLDER, "demo.m3u8"),
  [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    '#EXT-X-MAP:URI="demo-head.mp4"',
    ...lines,
    "#EXT-X-ENDLIST",
    "",
  ].join("\n"),
);
console.log(`${pictures.length} pictures, ${lines.length / 2} segments in ${FOLDER}`);

/** Browsers offer encoders only on secure pages; a page served by this machine counts as one. */
async function encode(): Promise<Encoded> {
  const server = createServer((_request, reply) =>
    reply.writeHead(200, { "content-type": "text/html" }).end("<p>stream"),
  ).listen(0);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const source = await readFile(join(import.meta.dirname, "stream/draw-race.ts"), "utf8");
    const script = stripTypeScriptTypes(source).replaceAll(/^export /gm, "");
    await page.addScriptTag({ content: `${script}; globalThis.drawRace = drawRace;` });
    return await page.evaluate(encodeInPage, {
      ...FILM,
      frames: SECONDS * FILM.framesPerSecond,
      keyEvery: SEGMENT_SECONDS * FILM.framesPerSecond,
      bitrate: BITS_PER_SECOND,
    });
  } finally {
    await browser.close();
    server.close();
  }
}

interface Task {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frames: number;
  readonly keyEvery: number;
  readonly bitrate: number;
}

async function encodeInPage(task: Task): Promise<Encoded> {
  const { drawRace: draw } = globalThis as unknown as { drawRace: typeof drawRace };
  const canvas = new OffscreenCanvas(task.width, task.height);
  const context = canvas.getContext("2d") as unknown as CanvasRenderingContext2D;
  const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
  const found: { data: string; isKey: boolean }[] = [];
  let head = "";
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      found.push({ data: toText(bytes), isKey: chunk.type === "key" });
      const config = metadata?.decoderConfig?.description;
      if (config !== undefined) head = toText(new Uint8Array(config as ArrayBuffer));
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({
    codec: "avc1.42001f",
    width: task.width,
    height: task.height,
    bitrate: task.bitrate,
    framerate: task.framesPerSecond,
    avc: { format: "avc" },
  });
  for (let frame = 0; frame < task.frames; frame += 1) {
    draw(context, frame / task.frames);
    const timestamp = Math.round((frame * 1_000_000) / task.framesPerSecond);
    const picture = new VideoFrame(canvas, { timestamp });
    encoder.encode(picture, { keyFrame: frame % task.keyEvery === 0 });
    picture.close();
  }
  await encoder.flush();
  return { description: head, samples: found };
}
