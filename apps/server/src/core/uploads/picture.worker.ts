import sharp from "sharp";
import { answerOrders } from "../kit/worker.ts";

const MOST_PIXELS = 25_000_000;
const LONGEST_EDGE = 2000;
const QUALITY = 80;

// The thread is kept: no picture is cached, and the other cores are left to the bets.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a picture and writes it anew: upright, at most 2,000 pixels long, on white, without any
 * metadata. Null for what cannot be decoded.
 */
async function rewrite(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const picture = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "warning" })
      .rotate()
      .resize(LONGEST_EDGE, LONGEST_EDGE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return new Uint8Array(picture);
  } catch {
    return null;
  }
}

answerOrders(rewrite);
