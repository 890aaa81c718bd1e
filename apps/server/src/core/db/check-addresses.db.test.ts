import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { checkAddresses } from "./check-addresses.ts";

/** Of one day in January 2020, for a server that only shows it. */
const ENDED = `-----BEGIN CERTIFICATE-----
MIIBVjCB/aADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCTEyNy4wLjAu
MTAeFw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCTEy
Ny4wLjAuMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBmVvJoomv0d7gP9VBMT
XTzkfftpI+xDDdR/mbcSmQ9vTP6aJMksO7BIkWWn1vkptoRILOTB9sOXaxmUR5x3
dFajQDA+MA8GA1UdEQQIMAaHBH8AAAEwDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQU
t+UIS3wSyOpyHop3qa4A+QpXeDUwCgYIKoZIzj0EAwIDSAAwRQIhAKKyk+9O4hpX
VpWSO/XDdabFWN6l9KizmoGFufmd2R/yAiALOUAJKj1xw2QRZaEngBxlfEt+k4ga
+BXDSr/waSIAgw==
-----END CERTIFICATE-----`;
const ITS_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+rnz3z3NmvFJC52K
WAcDG/szeI9MRP6xYjx39vUGTlahRANCAAQZlbyaKJr9He4D/VQTE1085H37aSPs
Qw3Uf5m3EpkPb0z+miTJLDuwSJFlp9b5KbaESCzkwfbDl2sZlEecd3RW
-----END PRIVATE KEY-----`;

let fresh: FreshDatabase;
let other: FreshDatabase;
const servers: Server[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  [fresh, other] = await Promise.all([freshDatabase(), freshDatabase()]);
});
afterAll(async () => {
  await Promise.all([fresh.drop(), other.drop()]);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    onConnection(socket);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const portOf = (url: string): string => new URL(url).port;
const at = (url: string, port: number): string => url.replace(`:${portOf(url)}/`, `:${port}/`);
const with_ = (url: string, change: (parsed: URL) => void): string => {
  const parsed = new URL(url);
  change(parsed);
  return parsed.href;
};
const check = async (addresses: { appUrl?: string; ownerUrl?: string }): Promise<void> =>
  await checkAddresses(
    { appUrl: addresses.appUrl ?? fresh.appUrl, ownerUrl: addresses.ownerUrl ?? fresh.ownerUrl },
    { singleRole: false },
  );

const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
/** A message: its kind, its length with these four bytes, its content. */
const HEAD = 5;

/**
 * A pooler as PgBouncer is in transaction mode, as far as a client can tell: whoever logs in brings
 * a session along, and between two transactions each session is anybody's.
 */
function pooler(port: string, mode: "transaction" | "session") {
  const free: Socket[] = [];
  return (client: Socket): void => {
    let held: Socket | undefined = connect(Number(port), "127.0.0.1");
    let said = Buffer.alloc(0);
    const hear = (bytes: Buffer): void => {
      client.write(bytes);
      if (mode === "session" || held === undefined) return;
      said = Buffer.concat([said, bytes]);
      while (said.length >= HEAD && said.length > said.readUInt32BE(1)) {
        const length = said.readUInt32BE(1) + 1;
        if (said[0] === READY && said[HEAD] === IDLE) letGo();
        said = said.subarray(length);
      }
    };
    const letGo = (): void => {
      if (held === undefined) return;
      held.off("data", hear);
      free.push(held);
      held = undefined;
    };
    sockets.push(held.on("error", () => undefined));
    held.on("data", hear);
    client.on("data", (bytes: Buffer) => {
      // The goodbye of a client ends no session of the pool.
      if (mode === "transaction" && bytes[0] === "X".charCodeAt(0)) {
        client.end();
        return;
      }
      if (held === undefined) {
        held = free.pop();
        held?.on("data", hear);
      }
      held?.write(bytes);
    });
    if (mode === "session") held.on("close", () => client.destroy());
    client.on("close", letGo);
  };
}

test("the roles of a club pass, and a pooler of sessions does", async () => {
  await check({});
  const port = await listen(pooler(portOf(fresh.appUrl), "session"));
  await check({ appUrl: at(fresh.appUrl, port), ownerUrl: at(fresh.ownerUrl, port) });
});

test("of several hosts each may take as long to answer as a single one", async () => {
  const port = await listen((client) => {
    setTimeout(() => {
      const server = connect(Number(portOf(fresh.appUrl)), "127.0.0.1");
      sockets.push(server.on("error", () => undefined));
      client.pipe(server).pipe(client);
    }, 1500);
  });
  await check({ appUrl: fresh.appUrl.replace(/@[^/]+/, `@127.0.0.1:1,127.0.0.1:${port}`) });
});

test("a pooler that shares sessions between transactions is refused, whichever address it has", async () => {
  const port = await listen(pooler(portOf(fresh.appUrl), "transaction"));
  await expect(check({ appUrl: at(fresh.appUrl, port) })).rejects.toThrow(
    /^The pooler at DATABASE_URL .* set pool_mode = session there, or name PostgreSQL itself\.$/,
  );
  await expect(check({ ownerUrl: at(fresh.ownerUrl, port) })).rejects.toThrow(
    /^The pooler at DATABASE_OWNER_URL /,
  );
});

test("what keeps us out is said in one sentence, with the setting that is wrong", async () => {
  const wrongPassword = (url: string): string => with_(url, (it) => (it.password = "wrong"));
  const cases: [{ appUrl?: string; ownerUrl?: string }, string][] = [
    [{ appUrl: at(fresh.appUrl, 1) }, "DATABASE_URL cannot be used: no server listens there."],
    [
      { appUrl: wrongPassword(fresh.appUrl) },
      "DATABASE_URL cannot be used: the password is wrong.",
    ],
    [
      { ownerUrl: wrongPassword(fresh.ownerUrl) },
      "DATABASE_OWNER_URL cannot be used: the password is wrong.",
    ],
    [
      { appUrl: with_(fresh.appUrl, (it) => (it.password = "")) },
      "DATABASE_URL cannot be used: the address has no password.",
    ],
    [
      { appUrl: with_(fresh.appUrl, (it) => (it.pathname = "/nowhere")) },
      "DATABASE_URL cannot be used: it has no such database.",
    ],
    [
      { appUrl: with_(fresh.appUrl, (it) => (it.hostname = "no-such-host.invalid")) },
      "DATABASE_URL cannot be used: there is no such host.",
    ],
    [
      { appUrl: `${fresh.appUrl}?sslmode=verify-full` },
      "DATABASE_URL cannot be used: it speaks no TLS, which the address asks for.",
    ],
    // Of several hosts, the one that says why; a dead one beside it says nothing.
    [
      { appUrl: wrongPassword(fresh.appUrl).replace("@", "@127.0.0.1:1,") },
      "DATABASE_URL cannot be used: the password is wrong.",
    ],
    [
      { appUrl: fresh.appUrl.replace(/@[^/]+/, "@127.0.0.1:1,127.0.0.1:2") },
      "DATABASE_URL cannot be used: none of its hosts answers as a primary.",
    ],
  ];
  for (const [addresses, sentence] of cases) {
    await expect(check(addresses), sentence).rejects.toThrow(`The database of ${sentence}`);
  }
});

test("a certificate that ended", async () => {
  const port = await listen((socket) => {
    // The client asks for TLS in eight bytes, and S says yes.
    socket.once("data", () => {
      socket.write("S");
      const tls = new TLSSocket(socket, { isServer: true, cert: ENDED, key: ITS_KEY });
      tls.on("error", () => undefined);
    });
  });
  const appUrl = at(fresh.appUrl, port);
  await expect(check({ appUrl: `${appUrl}?sslmode=verify-full` })).rejects.toThrow(
    "The database of DATABASE_URL cannot be used: its certificate has ended: give that server a new one.",
  );
});

test("roles that are too weak or too strong, and two databases", async () => {
  const { adminUrl } = fresh;
  await expect(check({ appUrl: fresh.ownerUrl })).rejects.toThrow("could edit history");
  await expect(check({ appUrl: adminUrl })).rejects.toThrow("could edit history");
  await expect(check({ ownerUrl: fresh.appUrl, appUrl: fresh.ownerUrl })).rejects.toThrow(
    "The role club_app of DATABASE_OWNER_URL does not own the club's tables: name the role that made them.",
  );
  await expect(check({ ownerUrl: other.ownerUrl })).rejects.toThrow("name two databases");
  const empty = await freshDatabase("template1");
  const client = new pg.Client({ connectionString: empty.adminUrl });
  await client.connect();
  const stranger = `stranger_${empty.name}`;
  await client.query(`CREATE ROLE ${stranger} LOGIN PASSWORD 'x'`);
  const asStranger = with_(fresh.appUrl, (it) => {
    [it.username, it.password] = [stranger, "x"];
  });
  await expect(check({ appUrl: asStranger })).rejects.toThrow(
    `The role ${stranger} of DATABASE_URL has no rights in this club: name the role that it was set up with.`,
  );
  await client.query(`DROP ROLE ${stranger}`);
  await client.query(`ALTER DATABASE ${empty.name} OWNER TO postgres`);
  await client.end();
  await expect(check({ appUrl: empty.appUrl, ownerUrl: empty.ownerUrl })).rejects.toThrow(
    `may not make tables: ALTER DATABASE "${empty.name}" OWNER TO "club_owner".`,
  );
  await empty.drop();
});
