import { randomInt } from "node:crypto";
import { type BenchClub, startBenchClub } from "./lib/bench-club.ts";
import { percentile, type Row, round } from "./lib/figures.ts";
import { report } from "./lib/report.ts";

/**
 * Whether the time of an answer tells if somebody has an account (promise S13): sign-in, codes and
 * resets, for a name or phone that is there and for one that is not, turn by turn.
 */
const TIMES = Number(process.env["BENCH_TIMES"] ?? 200);
const PASSWORD = "seven copper gates";
const JSON_TYPE = { "content-type": "application/json" };

interface Answer {
  readonly ms: number;
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}
type Known = { readonly name: string; readonly phone: string };

const newPhone = (): string => `+614${randomInt(10_000_000, 99_999_999)}`;

export async function run(): Promise<{ name: string; rows: Row[] }> {
  const club = await startBenchClub(10);
  try {
    const known = await signUp(club);
    const rows: Row[] = [];
    for (const [name, path, bodyOf] of WAYS) {
      rows.push(...(await compare(club, { name, path, bodyOf, known })));
    }
    return { name: `answers to somebody known and unknown, ${TIMES} times each`, rows };
  } finally {
    await club.stop();
  }
}

type BodyOf = (person: Known) => object;

const WAYS: readonly (readonly [name: string, path: string, bodyOf: BodyOf])[] = [
  [
    "sign-in with a wrong password",
    "/api/user/signin",
    ({ name }) => ({ user_name: name, password: "not this one at all" }),
  ],
  [
    "a code to reset the password",
    "/api/user/verification",
    ({ phone }) => ({ phone, purpose: "reset" }),
  ],
  [
    "a reset with a wrong code",
    "/api/user/reset-password",
    ({ phone }) => ({
      phone,
      verification_id: "01a2009d-0000-7000-8000-000000000000",
      timestamp: 1,
      code: "123456",
      new_password: PASSWORD,
    }),
  ],
];

async function compare(
  club: BenchClub,
  way: { name: string; path: string; bodyOf: BodyOf; known: Known },
): Promise<Row[]> {
  const times = { known: new Float64Array(TIMES), unknown: new Float64Array(TIMES) };
  const statuses = new Set<number>();
  for (let n = 0; n < TIMES; n += 1) {
    const stranger = { name: `nobody-${randomInt(1e9)}`, phone: newPhone() };
    for (const [who, person] of [
      ["known", way.known],
      ["unknown", stranger],
    ] as const) {
      const { ms, status } = await post(club, way.path, way.bodyOf(person));
      times[who][n] = ms;
      statuses.add(status);
    }
  }
  if (statuses.size !== 1)
    throw new Error(`${way.name}: ${[...statuses].join(", ")} tell them apart`);
  return (["known", "unknown"] as const).map((who) => {
    const sorted = times[who].toSorted();
    const figures = [0.5, 0.95].map((share) => round(percentile(sorted, share), 2));
    return { name: `${way.name}, ${who}: p50 / p95`, value: figures.join(" / "), unit: "ms" };
  });
}

async function signUp(club: BenchClub): Promise<Known> {
  const person = { name: `known-${randomInt(1e9)}`, phone: newPhone() };
  const { phone, name } = person;
  const sent = await post(club, "/api/user/verification", { phone, purpose: "register" });
  const outbox = await club.operator("GET", `/api/operator/outbox?to=${encodeURIComponent(phone)}`);
  const [message] = outbox as unknown as { code: string }[];
  const made = await post(club, "/api/user/register", {
    user_name: name,
    password: PASSWORD,
    verification_id: sent.data["verification_id"],
    timestamp: sent.data["timestamp"],
    phone,
    code: message?.code,
  });
  if (made.status !== 200) throw new Error(`signing up: ${made.status}`);
  return person;
}

async function post(club: BenchClub, path: string, body: object): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${club.port}${path}`, {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data?: Answer["data"] };
  return { ms: performance.now() - started, status: response.status, data: data ?? {} };
}

if (import.meta.main) report(import.meta.filename, await run());
