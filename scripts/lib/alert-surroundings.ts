import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { HttpDouble, ownCertificate, SmsHttpDouble } from "@club/doubles";

const DAY_MS = 86_400_000;
const SMS_TOKEN = "token of the drill";

/** What is around the club of the drill: providers, a proxy with a certificate, a place for the log. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly feed: HttpDouble;
  readonly texts: SmsHttpDouble;
  /** Gives the proxy a certificate that ends after so many days. */
  renew(days: number): void;
  /** Whether the archive takes what the database's log brings. */
  archive(takes: boolean): void;
  close(): Promise<void>;
}

export async function makeSurroundings(folder: string): Promise<Surroundings> {
  const feed = await new HttpDouble(() => ({ status: 200, body: [] })).start();
  const texts = await new SmsHttpDouble(SMS_TOKEN).start();
  const proxy: Server = createServer(ownCertificate(), (_request, response) => response.end());
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const renew = (days: number): void =>
    proxy.setSecureContext(ownCertificate(new Date(Date.now() + days * DAY_MS)));
  const closed = join(folder, "archive-is-closed");
  return {
    env: {
      CLUB_PUBLIC_URL: `https://localhost:${(proxy.address() as AddressInfo).port}`,
      CLUB_SMS_PROVIDER: "http",
      CLUB_SMS_URL: texts.url,
      CLUB_SMS_TOKEN: SMS_TOKEN,
      CLUB_SPORTS_FEED: `${feed.url}/`,
      CLUB_SPORTS_FEED_SECONDS: "2",
      CLUB_BACKUPS: "2",
      CLUB_ARCHIVE_COMMAND: `test ! -e ${closed}`,
    },
    feed,
    texts,
    renew,
    archive: (takes) => (takes ? rmSync(closed) : writeFileSync(closed, "")),
    close: async () => {
      await feed.close();
      await texts.close();
      proxy.close();
    },
  };
}
