import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";

const MOST_PIXELS = 25_000_000;
const LONGEST_EDGE = 2000;
const QUALITY = 80;

/**
 * Decodes a picture and writes it anew: upright, at most 2,000 points long, on white, without a
 * word of what stood beside its pixels. In a thread of its own, which is ended when it takes too long.
 */
const bytes = workerData as Uint8Array;
const picture = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "warning" })
  .rotate()
  .resize(LONGEST_EDGE, LONGEST_EDGE, { fit: "inside", withoutEnlargement: true })
  .flatten({ background: "#ffffff" })
  .jpeg({ quality: QUALITY })
  .toBuffer();
parentPort?.postMessage(new Uint8Array(picture));
