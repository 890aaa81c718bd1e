import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readSettings } from "../../apps/server/src/core/settings/settings.ts";
import { Club } from "../../scripts/lib/club.ts";

const WAIT_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** The demo as `npm start` runs it, in a folder of its own, with races that take bets. */
export class DemoClub {
  readonly url: string;
  readonly #club: Club;
  readonly #folder: string;

  private constructor(url: string, club: Club, folder: string) {
    this.url = url;
    this.#club = club;
    this.#folder = folder;
  }

  static async start(): Promise<DemoClub> {
    const folder = mkdtempSync(join(tmpdir(), "club-bench-demo-"));
    // The server reads the same environment in its own process.
    Object.assign(process.env, {
      PORT: "0",
      CLUB_DATA_DIR: folder,
      CLUB_DEMO: "1",
      CLUB_LOG_LEVEL: "fatal",
    });
    let url = "";
    const club = new Club(readSettings(process.env), (text) => {
      url = /http:\/\/[\d.:]+/.exec(text)?.[0] ?? url;
    });
    await club.start((sentence) => console.error(sentence));
    for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
      if (url !== "" && (await hasOpenRace(url))) return new DemoClub(url, club, folder);
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error("the demo has no open race");
  }

  async stop(): Promise<void> {
    await this.#club.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function hasOpenRace(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/events/races`).catch(() => null);
  const { list } = ((await answer?.json()) ?? {}) as { list?: { status: string }[] };
  return list?.some(({ status }) => status === "open") ?? false;
}
