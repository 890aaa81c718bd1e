import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildGallery, serveGallery } from "./lib/gallery.ts";

/** `npm run gallery`: every component with its states, in five languages and both themes. */

const PORT = Number(process.env["PORT"] ?? "5180");

const folder = mkdtempSync(join(tmpdir(), "club-gallery-"));
await buildGallery(folder);
const { url, server } = await serveGallery(folder, PORT);
console.log(`Components: ${url}\nStop it with Ctrl+C.`);
process.once("SIGINT", () => server.close());
