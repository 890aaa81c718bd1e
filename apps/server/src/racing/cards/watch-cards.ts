import { readFile, stat } from "node:fs/promises";
import type { AppContext } from "../../core/context.ts";
import { changedFiles, newFolderMemory } from "../../core/files/changed-files.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { forgetEnded } from "./arrivals.queries.ts";
import { payloadOfFile } from "./card-format.ts";
import { receiveCard } from "./receive-card.ts";

const MOST_BYTES = 2 * 1024 * 1024;
const ENDINGS = [".json", ".csv"];

/** What was read is remembered until the server stops; the table remembers the rest. */
const memoryOf = perServer(newFolderMemory);

/** Reads new or changed cards in the watched folder; each waits for a person. */
export async function watchCards(ctx: AppContext): Promise<void> {
  const { cardsFolder } = ctx.settings;
  if (cardsFolder === undefined || (await folderState(ctx)) === "missing") return;
  for (const file of await changedFiles(cardsFolder, ENDINGS, memoryOf(ctx))) {
    // A file that is too large is recorded too, by its size.
    const isRead = file.size <= MOST_BYTES;
    const text = isRead ? await readFile(file.path, "utf8") : `${file.size} bytes`;
    const payload = isRead ? payloadOfFile(file.name, text) : undefined;
    await receiveCard(ctx, { source: "folder", name: file.name.slice(0, 200), text, payload });
    file.done();
  }
}

/** `missing` is reported: otherwise nobody would notice that no cards come. */
export async function folderState(ctx: AppContext): Promise<"off" | "on" | "missing"> {
  const { cardsFolder } = ctx.settings;
  if (cardsFolder === undefined) return "off";
  const found = await stat(cardsFolder).catch(() => null);
  return found?.isDirectory() === true ? "on" : "missing";
}

/** Deletes cards that were decided a month ago. */
export async function forgetOldCards(ctx: AppContext): Promise<void> {
  await forgetEnded(ctx.db.jobs);
}
