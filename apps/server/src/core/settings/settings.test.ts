import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLoopback, readSettings, settingsTable } from "./settings.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "club-settings-"));
  writeFileSync(join(folder, "password"), "a long password\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("defaults", () => {
  expect(readSettings({ PATH: "/bin", CLUB_NAME: "" })).toEqual({
    port: 8080,
    host: "127.0.0.1",
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    databaseReadUrl: undefined,
    databasePatience: 1,
    sessionsStay: false,
    dataDir: resolve("data"),
    singleRole: false,
    demo: true,
    demoPaceMinutes: 4,
    ownerPassword: undefined,
    rateFactor: 1,
    clubName: "Horse Club",
    currency: "AUD",
    timeZone: "Australia/Sydney",
    fourEyes: false,
    cardsFourEyes: false,
    backupsKept: 7,
    isFrozenOnRaceDay: false,
    operatorSecondFactor: "offered",
    corsOrigins: [],
    trustProxy: false,
    consoleHost: undefined,
    secondCurrency: undefined,
    refusedBetsDays: 90,
    exchangeRate: "1",
    pushContact: "mailto:push@horse-club.example",
    securityContact: [],
    smsCountries: [],
    smsBudget: 2000,
    smsPerAddress: 0,
    streamsPerAddress: 100,
    sportsFeed: undefined,
    sportsFeedKey: undefined,
    sportsFeedSeconds: 30,
    sportsBookmaker: undefined,
    sportsMarginBps: undefined,
    liveHosts: [],
    logLevel: "info",
    tracesHeaders: {},
    tracesShare: 1,
    serviceName: "horse-club",
    secret: undefined,
    mode: "production",
  });
});

const URL_A = "postgres://a:b@one:5432,two:5432/club";
const OIDC = { CLUB_OIDC_CLIENT_ID: "desk", CLUB_OIDC_CLIENT_SECRET: "hush" };

test.each([
  [{ PORT: "0" }, { port: 0 }],
  [{ DATABASE_URL: URL_A }, { databaseUrl: URL_A, host: "0.0.0.0" }],
  [{ DATABASE_URL: URL_A, HOST: "::1" }, { host: "::1" }],
  [{ CLUB_DEMO: "0" }, { demo: false }],
  [{ CLUB_FOUR_EYES: "on" }, { fourEyes: true }],
  [{ CLUB_RATE_FACTOR: "0" }, { rateFactor: 0 }],
  [{ CLUB_RATE_FACTOR: "0.5", HOST: "0.0.0.0" }, { rateFactor: 0.5 }],
  [{ CLUB_TIME_ZONE: "Asia/Hong_Kong" }, { timeZone: "Asia/Hong_Kong" }],
  [{ CLUB_TRUST_PROXY: "1" }, { trustProxy: 1 }],
  [{ CLUB_TRUST_PROXY: "10.0.0.1, 10.0.0.2" }, { trustProxy: ["10.0.0.1", "10.0.0.2"] }],
  [
    { CLUB_CORS_ORIGINS: "https://a.example, https://b.example:8443" },
    { corsOrigins: ["https://a.example", "https://b.example:8443"] },
  ],
  [
    { CLUB_EDGE_OF: "http://10.0.0.9:8080", CLUB_EDGE_TOKEN: "t".repeat(32) },
    { edgeOf: "http://10.0.0.9:8080", host: "0.0.0.0" },
  ],
  [{ CLUB_OPERATOR_2FA: "offered" }, { operatorSecondFactor: "offered" }],
  [{ CLUB_OPERATOR_2FA: "required", CLUB_DEMO: "0" }, { operatorSecondFactor: "required" }],
  [
    { ...OIDC, CLUB_OIDC_ISSUER: "https://login.example/realms/club" },
    { oidcIssuer: "https://login.example/realms/club", oidcClientId: "desk" },
  ],
  [{ ...OIDC, CLUB_OIDC_ISSUER: "http://localhost:9000" }, { oidcClientSecret: "hush" }],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: "x-key=a=b, Authorization=Basic%20Zm9v" },
    { tracesHeaders: { "x-key": "a=b", Authorization: "Basic Zm9v" } },
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: "0.01" }, { tracesShare: 0.01 }],
])("good: %o", (env, expected) => {
  expect(readSettings(env as Record<string, string>)).toMatchObject(expected);
});

test.each([
  [{ PORT: "80a" }, 'PORT must be a whole number from 0 to 65535 (it is "80a").'],
  [{ PORT: "70000" }, "PORT must be a whole number"],
  [{ PORT: "-1" }, "PORT must be a whole number"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must look like postgres://"],
  [{ DATABASE_OWNER_URL: URL_A }, "DATABASE_OWNER_URL needs DATABASE_URL"],
  [
    { DATABASE_READ_URL: "postgres://a:b@one/club" },
    "DATABASE_READ_URL needs DATABASE_URL beside it.",
  ],
  [
    { DATABASE_URL: URL_A, DATABASE_READ_URL: "postgres://a:b@one:5432,two:5432/club" },
    "DATABASE_READ_URL must name one host: a standby, of which the club looks how far behind it is",
  ],
  [{ CLUB_TIME_ZONE: "Mars/Olympus" }, "CLUB_TIME_ZONE must be a time zone"],
  [{ CLUB_CURRENCY: "aud" }, "CLUB_CURRENCY must be a three-letter"],
  [{ CLUB_DEMO: "perhaps" }, "CLUB_DEMO must be 1 or 0"],
  [{ CLUB_RATE_FACTOR: "0", HOST: "0.0.0.0" }, "CLUB_RATE_FACTOR=0 turns every rate limit off"],
  [{ CLUB_RATE_FACTOR: "0", DATABASE_URL: URL_A }, "CLUB_RATE_FACTOR=0"],
  [{ CLUB_RATE_FACTOR: "-1" }, "CLUB_RATE_FACTOR must be a number"],
  [{ CLUB_EXCHANGE_RATE: "0" }, "CLUB_EXCHANGE_RATE must be above 0"],
  [{ CLUB_EDGE_OF: "https://club.example" }, "CLUB_EDGE_OF needs CLUB_EDGE_TOKEN beside it"],
  [{ CLUB_EDGE_OF: "club.example" }, "CLUB_EDGE_OF must be an origin such as"],
  [{ CLUB_EDGE_OF: "https://club.example/a" }, "CLUB_EDGE_OF must be an origin such as"],
  [{ CLUB_EDGE_TOKEN: "short" }, /^CLUB_EDGE_TOKEN must have 32 to 200 characters, [^"]*$/],
  [{ CLUB_CORS_ORIGINS: "a.example" }, "CLUB_CORS_ORIGINS must list origins"],
  [{ CLUB_CORS_ORIGINS: "https://a.example/path" }, "CLUB_CORS_ORIGINS must list origins"],
  [{ CLUB_SMS_LANGUAGE: "en" }, "There is no setting CLUB_SMS_LANGUAGE"],
  [{ CLUB_SMS_COUNTRIES: "AU" }, "CLUB_SMS_COUNTRIES must list prefixes"],
  [{ CLUB_SECURITY_CONTACT: "safe@club.example" }, "CLUB_SECURITY_CONTACT must list mailto:"],
  [{ CLUB_SECURITY_CONTACT: "http://club.example" }, "CLUB_SECURITY_CONTACT must list mailto:"],
  [{ CLUB_PUSH_CONTACT: "me" }, "CLUB_PUSH_CONTACT must be mailto:"],
  [{ CLUB_DEMO_PACE: "0" }, "CLUB_DEMO_PACE must be a whole number from 1"],
  [{ CLUB_LOG_LEVEL: "loud" }, "CLUB_LOG_LEVEL must be trace"],
  [{ CLUB_OPERATOR_2FA: "on" }, "CLUB_OPERATOR_2FA must be offered or required"],
  [{ CLUB_OPERATOR_2FA: "required" }, "CLUB_OPERATOR_2FA=required needs CLUB_DEMO=0"],
  [{ CLUB_OIDC_ISSUER: "https://login.example" }, "belong together: set all three or none"],
  [{ CLUB_OIDC_CLIENT_ID: "desk", CLUB_OIDC_CLIENT_SECRET: "hush" }, "belong together"],
  [{ ...OIDC, CLUB_OIDC_ISSUER: "http://login.example" }, "CLUB_OIDC_ISSUER must be an address"],
  [{ ...OIDC, CLUB_OIDC_ISSUER: "login.example" }, "CLUB_OIDC_ISSUER must be an address"],
  [{ ...OIDC, CLUB_OIDC_ISSUER: "https://login.example/?a=b" }, "CLUB_OIDC_ISSUER must be"],
  [{ NODE_ENV: "prod" }, "NODE_ENV must be"],
  [{ CLUB_ALERTS_URL: "https://a.example" }, "CLUB_ALERTS_URL needs CLUB_ALERTS_SECRET"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "a.example:4318" }, "ENDPOINT must be an address such as"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "hush" }, /HEADERS must list headers [^"]*commas\.$/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "x=a%0d%0ay" }, "OTEL_EXPORTER_OTLP_HEADERS must list headers"],
  [{ OTEL_TRACES_SAMPLER_ARG: "1.5" }, "OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1"],
  [{ CLUB_TIMEZONE: "UTC" }, "There is no setting CLUB_TIMEZONE. Is CLUB_TIME_ZONE meant?"],
  [{ CLUB_FOUREYES: "on" }, "Is CLUB_FOUR_EYES meant?"],
  [{ CLUB_NAME_FILE: "x" }, "There is no setting CLUB_NAME_FILE"],
  [{ CLUB_OWNER_PASSWORD_FILE: "/nowhere" }, "CLUB_OWNER_PASSWORD_FILE names cannot be read"],
])("bad: %o", (env, sentence) => {
  expect(() => readSettings(env as Record<string, string>)).toThrow(sentence);
});

test("a secret from a file, and never in a message", () => {
  const path = join(folder, "password");
  expect(readSettings({ CLUB_OWNER_PASSWORD_FILE: path }).ownerPassword).toBe("a long password");
  expect(() =>
    readSettings({ CLUB_OWNER_PASSWORD_FILE: path, CLUB_OWNER_PASSWORD: "another one" }),
  ).toThrow("Set CLUB_OWNER_PASSWORD or CLUB_OWNER_PASSWORD_FILE, not both.");
  expect(() => readSettings({ CLUB_OWNER_PASSWORD: "tiny" })).toThrow(
    /^CLUB_OWNER_PASSWORD must have 8 characters or more\.$/,
  );
  expect(() => readSettings({ DATABASE_URL: "secret-with-password" })).toThrow(
    /^(?!.*secret-with)/,
  );
});

test("the table names every variable once", () => {
  const table = settingsTable();
  for (const name of ["PORT", "CLUB_DATA_DIR", "DATABASE_OWNER_URL", "CLUB_SECRET_FILE"]) {
    expect(table).toContain(`\`${name}\``);
  }
  expect(table.split("\n").every((line) => line === "" || line.split(" | ").length === 3)).toBe(
    true,
  );
});

test.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["localhost", true],
  ["::1", true],
  ["[::1]", true],
  ["0.0.0.0", false],
  ["::", false],
  ["127.0.0.1.example.com", false],
])("loopback: %s is %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
