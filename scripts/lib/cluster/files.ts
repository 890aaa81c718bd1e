import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mustRun } from "../drill-tools.ts";
import { ROOT } from "../steps.ts";
import type { Machine } from "./machines.ts";

/** Places of deploy/cluster that are filled in: what stands there, and what comes in its place. */
type Places = readonly (readonly [RegExp, string])[];

export const PASSWORD = "of-the-drill";
/** A process takes two files for each connection, and a machine of the drill may have few. */
const FEW: Places = [[/maxconn 40000/, "maxconn 4000"]];
const SECRET = "5ec7e7".padEnd(64, "0");
const READABLE = 0o644;
const OWN = 0o600;

/** @throws Error when a place is not there: the file has changed, and the drill has to follow. */
export function fill(name: string, places: Places): string {
  let text = readFileSync(join(ROOT, "deploy/cluster", name), "utf8");
  for (const [place, value] of places) {
    if (!place.test(text)) throw new Error(`deploy/cluster/${name} has no ${place.source}.`);
    text = text.replace(place, value);
  }
  return text;
}

/** A certificate of our own for whoever bets and for the databases, in the folder `place`. */
export function makeCertificates(place: string): void {
  const openssl = (line: string): string => mustRun("openssl", line.split(" "), { folder: place });
  openssl(
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=drill",
  );
  const names = {
    club: "DNS:club.example",
    pg1: "IP:10.0.0.21",
    pg2: "IP:10.0.0.22",
    pg3: "IP:10.0.0.23",
  };
  for (const [name, alternative] of Object.entries(names)) {
    writeFileSync(join(place, `${name}.ext`), `subjectAltName=${alternative}\n`);
    openssl(
      `req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`,
    );
    openssl(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ${name}.ext -out ${name}.crt`,
    );
  }
}

/** Files of a machine of the database: Patroni and etcd. */
export function writeDatabaseFiles(machine: Machine, place: string, number: number): void {
  const at = `$1: ${machine.address}:`;
  const bin = binariesHere();
  const version = /(\d+)\/bin$/.exec(bin)?.[1] ?? "";
  const patroni = fill("patroni.yml", [
    [/^name: pg1$/m, `name: pg${number}`],
    [/(listen|connect_address): 10\.0\.0\.21:/g, at],
    [/CHANGE-ME/g, PASSWORD],
    [/postgresql\/17\//g, `postgresql/${version}/`],
    // No repository here; the drill "pgbackrest" has one.
    [/archive_command: .*/, 'archive_command: "true"'],
    [/restore_command: .*/, 'restore_command: "false"'],
    // One would end this very machine: the drill itself ends what was frozen for too long.
    [/mode: required/, 'mode: "off"'],
  ]);
  const etcd = fill("etcd.conf.yml", [
    [/^name: etcd1$/m, `name: etcd${number}`],
    [
      /^((?:listen|advertise|initial-advertise)[a-z-]*: http:\/\/)10\.0\.0\.21:/gm,
      `$1${machine.address}:`,
    ],
  ]);
  write(machine, "patroni/config.yml", { text: patroni, user: "postgres" });
  write(machine, "etcd.conf.yml", { text: etcd, user: "etcd" });
  for (const end of ["crt", "key"]) {
    const text = readFileSync(join(place, `pg${number}.${end}`), "utf8");
    write(machine, `patroni/db.${end}`, { text, user: "postgres" });
  }
}

export function writeBalancerFiles(machine: Machine, place: string): void {
  const pem = ["club.crt", "club.key"].map((name) => readFileSync(join(place, name), "utf8"));
  write(machine, "haproxy/club.pem", { text: pem.join(""), user: "root" });
  write(machine, "haproxy/haproxy.cfg", { text: fill("haproxy.cfg", FEW), user: "root" });
}

/** Files of a club process: its settings, and those of its pooler where it has one. */
export function writeClubFiles(machine: Machine, place: string, hasPooler: boolean): void {
  const ca = readFileSync(join(place, "ca.pem"), "utf8");
  const pooled = "127.0.0.1:6432/club'";
  const settings = fill("club.env", [
    [/^HOST='.*'$/m, `HOST='${machine.address}'`],
    [/(club_app|club_owner):\.\.\.@/g, `$1:${PASSWORD}@`],
    [/^CLUB_SECRET='.*'$/m, `CLUB_SECRET='${SECRET}'`],
    ...(hasPooler ? [[/@10\.0\.0\.21[^']*'/g, `@${pooled}`] as const] : []),
  ]);
  const ours = `CLUB_RATE_FACTOR='1000'\nCLUB_OWNER_PASSWORD='ring the winners bell'\nCLUB_LOG_LEVEL='warn'\n`;
  write(machine, "horse-club/club.env", { text: settings + ours, user: "root" });
  write(machine, "horse-club/db-ca.pem", { text: ca, user: "root" });
  if (!hasPooler) return;
  const users = ["club_app", "club_owner"].map((name) => `"${name}" "${PASSWORD}"\n`);
  write(machine, "pgbouncer/pgbouncer.ini", { text: fill("pgbouncer.ini", []), user: "postgres" });
  write(machine, "pgbouncer/userlist.txt", { text: users.join(""), user: "postgres" });
  write(machine, "pgbouncer/db-ca.pem", { text: ca, user: "postgres" });
}

/** Debian's newest server. */
function binariesHere(): string {
  const found = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);
  if (found === undefined) throw new Error("There is no PostgreSQL: apt-get install postgresql.");
  return found;
}

/** In the machine's /etc; a file that a service's own user has is read by nobody else. */
function write(
  machine: Machine,
  path: string,
  { text, user }: { text: string; user: string },
): void {
  const file = machine.etc(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, user === "root" ? READABLE : OWN);
  mustRun("chown", [`${user}:`, file]);
}
