import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import {
  IdentityDouble,
  MailDouble,
  PayoutsDouble,
  RegisterDouble,
  SmsHttpDouble,
  StandardPaymentsDouble,
  ownCertificate,
} from "@club/doubles";
import { startEmbedded, type EmbeddedServer } from "../../apps/server/src/core/db/embedded.ts";
import {
  APP_ROLE,
  OWNER_ROLE,
  prepareDatabase,
} from "../../apps/server/src/core/db/embedded.roles.ts";
import { migrate } from "../../apps/server/src/core/db/migrate.ts";
import { backupsOf } from "../../apps/server/src/run/backup/backup-list.ts";
import { takeBackup } from "../../apps/server/src/run/backup/take-backup.ts";
import { startClubProcess, type ClubProcess } from "../../apps/server/src/test/club-process.ts";
import { startStandby } from "../../apps/server/src/test/standby.ts";

/*
 * What docs/opening.md asks for before it begins, and nothing of a club in it: a PostgreSQL of the
 * keeper's own with two roles and a synchronous standby, a proxy with TLS under two host names, an
 * account at every provider (the doubles).
 */

const KEY = "key of the club";
export const SECRET = `whsec_${Buffer.from("a secret of the opening").toString("base64")}`;
const DATABASE = "club";
const SECRETS = { keyId: "opening", signingKey: Buffer.alloc(32, 9) };

/** The providers' side of everything. */
export interface Providers {
  readonly mail: MailDouble;
  readonly sms: SmsHttpDouble;
  readonly payments: StandardPaymentsDouble;
  readonly payouts: PayoutsDouble;
  readonly identity: IdentityDouble;
  readonly register: RegisterDouble;
}

export interface House {
  readonly providers: Providers;
  /** Where players come in, and operators; both over TLS. */
  readonly clubUrl: string;
  readonly deskUrl: string;
  /** The same club without the proxy, where the doubles' notices go. */
  readonly serverUrl: string;
  /** What the start printed. */
  readonly lines: readonly string[];
  /** What the keeper's own script does every night: a copy of the cluster in `backups/`. */
  backUp(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an empty club as step 1 of the page does. */
export async function startHouse(zone: string): Promise<House> {
  const place = await mkdtemp(join(tmpdir(), "club-opening-"));
  await chmod(place, 0o711);
  const providers = await startProviders();
  const { primary, standby, appUrl, adminUrl } = await startDatabase(place);
  const proxy = await startProxy();
  const dataDir = join(place, "data");
  await mkdir(dataDir, { mode: 0o700 });
  const deskUrl = `https://desk.localhost:${proxy.port}`;
  const clubUrl = `https://club.localhost:${proxy.port}`;
  const server = await startClubProcess(appUrl, {
    ...providerEnv(providers),
    // As it runs for real: a club under test calls nobody by itself.
    NODE_ENV: "production",
    CLUB_DATA_DIR: dataDir,
    CLUB_OWNER_PASSWORD: "",
    CLUB_SECRET: "",
    CLUB_NAME: "Fern Creek Racing",
    CLUB_CURRENCY: "AUD",
    CLUB_TIME_ZONE: zone,
    CLUB_FOUR_EYES: "on",
    CLUB_OPERATOR_2FA: "required",
    CLUB_CONSOLE_HOST: new URL(deskUrl).host,
    CLUB_PUBLIC_URL: clubUrl,
    CLUB_TRUST_PROXY: "1",
  });
  proxy.leadTo(server);
  providers.payments.hookUrl = `${server.url}/api/hooks/payments/standard`;
  return {
    providers,
    clubUrl,
    deskUrl,
    serverUrl: server.url,
    lines: server.lines,
    backUp: async () => {
      const cluster = join(place, "postgres");
      await takeBackup({ cluster, adminUrl, secrets: SECRETS }, backupsOf(dataDir));
    },
    close: async () => {
      await proxy.close();
      await server.stop();
      await standby.stop();
      await primary.stop();
      await closeAll(providers);
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function startProviders(): Promise<Providers> {
  const [payouts, identity, register] = [
    new PayoutsDouble(KEY),
    new IdentityDouble(KEY),
    new RegisterDouble(KEY),
  ];
  for (const { http } of [payouts, identity, register]) await http.start();
  return {
    mail: await new MailDouble().start(),
    sms: await new SmsHttpDouble(KEY).start(),
    payments: await new StandardPaymentsDouble({ key: KEY, secret: SECRET }).start(),
    payouts,
    identity,
    register,
  };
}

async function closeAll({ mail, sms, payments, ...others }: Providers): Promise<void> {
  await Promise.all([mail.close(), sms.close(), payments.close()]);
  for (const { http } of Object.values(others)) await http.close();
}

/** The settings of steps 3 to 6: addresses that are on the machine are set on the machine. */
function providerEnv(providers: Providers): Record<string, string> {
  const { mail, sms, payments, payouts, identity, register } = providers;
  const standard = (name: string, url: string): Record<string, string> => ({
    [`CLUB_${name}_PROVIDER`]: "standard",
    [`CLUB_${name}_URL`]: url,
    [`CLUB_${name}_KEY`]: KEY,
  });
  return {
    CLUB_SMTP_URL: mail.url,
    CLUB_MAIL_FROM: "Fern Creek Racing <club@club.example>",
    CLUB_SMS_PROVIDER: "http",
    CLUB_SMS_URL: sms.url,
    CLUB_SMS_TOKEN: KEY,
    CLUB_SMS_FROM: "FernCreek",
    CLUB_ALERTS_MAIL: "keeper@club.example",
    ...standard("PAYMENT", payments.http.url),
    CLUB_PAYMENT_WEBHOOK_SECRET: SECRET,
    ...standard("PAYOUT", payouts.http.url),
    CLUB_PAYOUT_WEBHOOK_SECRET: SECRET,
    ...standard("IDENTITY", identity.http.url),
    CLUB_IDENTITY_WEBHOOK_SECRET: SECRET,
    ...standard("EXCLUSION", register.http.url),
  };
}

interface Database {
  readonly primary: EmbeddedServer;
  readonly standby: EmbeddedServer;
  readonly appUrl: string;
  readonly adminUrl: string;
}

async function startDatabase(place: string): Promise<Database> {
  const password = randomBytes(12).toString("hex");
  const cluster = join(place, "postgres");
  const logFile = join(place, "postgres.log");
  const archive = { folder: join(place, "log") };
  const memory = { sharedBuffersMb: 64 };
  const primary = await startEmbedded({ folder: cluster, password, logFile, archive, ...memory });
  const urlOf = (role: string, database = DATABASE): string =>
    primary.urlOf({ role, password, database });
  const roles = { owner: password, app: password };
  await prepareDatabase(urlOf("postgres", "postgres"), DATABASE, roles);
  await migrate({ ownerUrl: urlOf(OWNER_ROLE), appRole: APP_ROLE });
  const adminUrl = urlOf("postgres");
  const standby = await startStandby({ cluster, adminUrl }, place);
  return { primary, standby, appUrl: urlOf(APP_ROLE), adminUrl };
}

interface Proxy {
  readonly port: number;
  leadTo(server: ClubProcess): void;
  close(): Promise<void>;
}

/** Takes TLS off and says so, as the proxy before a club does; streams pass through. */
async function startProxy(): Promise<Proxy> {
  let target = "";
  // A connection that is kept may be closed by the club in the moment it is used again.
  const agent = new Agent({ keepAlive: false });
  const server: Server = createServer(ownCertificate(), (incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-proto": "https" };
    const { method = "GET", url = "/" } = incoming;
    const passed = request(target + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      // An answer that breaks off ends for the browser too: it would wait for the rest.
      pipeline(answer, outgoing, () => {});
    });
    const end = (): void => void outgoing.destroy();
    passed.on("error", end);
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: ({ url }) => {
      target = url;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
