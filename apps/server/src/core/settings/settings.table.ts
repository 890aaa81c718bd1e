import { resolve } from "node:path";
import { z } from "zod";

/**
 * Every environment variable that the club reads, in one table: name, default, what it does, and
 * the schema that checks it. The table in docs/configuration.md is generated from it, so it cannot
 * be out of date.
 */
export interface Variable<T> {
  name: string;
  schema: z.ZodType<T>;
  /** The text used when the variable is unset or empty; none means "unset". */
  fallback?: string;
  /** A secret may also be given as NAME_FILE, the path of a file that holds it. */
  secret?: boolean;
  /** One line for the table of settings. */
  about: string;
  /** What the table shows as default where there is no fallback. */
  shownDefault?: string;
}

const MAX_PORT = 65_535;
const MAX_PACE_MINUTES = 1440;
const MOST_PATIENCE = 60;
const MAX_FEED_SECONDS = 3600;
const MOST_BACKUPS = 400;
const MAX_MARGIN_BPS = 5000;

const onOff = z
  .enum(["1", "0", "on", "off", "true", "false"], { error: "must be 1 or 0" })
  .transform((text) => text === "1" || text === "on" || text === "true");
const word = z.string();
/** Which names there are is said by the providers themselves, and checked when the server starts. */
const providerName = word.regex(/^[a-z0-9_]{1,40}$/, "must be the name of a provider");
const currency = z.string().regex(/^[A-Z]{3}$/, "must be a three-letter currency code such as AUD");
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, "must look like postgres://user:password@host:5432/database");
const origins = list.refine(
  (all) => all.every((origin) => /^https?:\/\/[^/\s]+$/.test(origin)),
  "must list origins such as https://club.example, parted by commas",
);
/** As OpenTelemetry writes them: name=value, parted by commas, with %20 and the like in values. */
const headers = list
  .refine(
    (all) => all.every((one) => /^[\w-]+=([^%]|%[2-7][\da-f])*$/i.test(one)),
    "must list headers such as name=value, parted by commas",
  )
  .transform((all) =>
    Object.fromEntries(
      all.map((one) => {
        const [name = "", ...value] = one.split("=");
        return [name, decodeURIComponent(value.join("="))];
      }),
    ),
  );
const proxies = z.string().transform((text): boolean | number | string[] => {
  if (["0", "off", "false"].includes(text)) return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (["on", "true"].includes(text)) return true;
  return text.split(",").map((item) => item.trim());
});

function wholeNumber(least: number, most: number): z.ZodType<number> {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isHere = hostname === "localhost" || hostname === "127.0.0.1";
  const isSafe = protocol === "https:" || (protocol === "http:" && isHere);
  return isSafe && search === "" && hash === "";
}

/** A row that always has a value. */
function variable<T>(row: Variable<T> & { fallback: string }): Variable<T> {
  return row;
}

/** A row that may be unset. */
function optional<T>(row: Variable<T>): Variable<T | undefined> {
  return row as Variable<T | undefined>;
}

/** Where a provider is asked. */
function providerUrl(name: string, whose: string): Variable<string | undefined> {
  const schema = word.regex(
    /^https?:\/\/[^\s?#]+$/,
    "must be an address such as https://provider.example",
  );
  return optional({ name, schema, about: `Address of ${whose}.` });
}

function providerSecret(name: string, about: string): Variable<string | undefined> {
  const schema = word.max(500, "must have 500 characters or fewer");
  return optional({ name, secret: true, schema, about });
}

export const VARIABLES = {
  port: variable({
    name: "PORT",
    fallback: "8080",
    schema: wholeNumber(0, MAX_PORT),
    about: "Port of the club: player app, console and API. 0 takes a free one.",
  }),
  host: optional({
    name: "HOST",
    schema: word,
    shownDefault: "`127.0.0.1` with the embedded database, else `0.0.0.0`",
    about: "Address that the club listens on.",
  }),
  databaseUrl: optional({
    name: "DATABASE_URL",
    secret: true,
    schema: databaseUrl,
    shownDefault: "the embedded PostgreSQL",
    about:
      "A PostgreSQL 15+ server, for the role that serves players. Several hosts parted by commas: the one that is not in recovery is used.",
  }),
  databaseOwnerUrl: optional({
    name: "DATABASE_OWNER_URL",
    secret: true,
    schema: databaseUrl,
    about:
      "The same database for the role that owns the schema and migrates. The server itself never sees it.",
  }),
  databaseReadUrl: optional({
    name: "DATABASE_READ_URL",
    secret: true,
    schema: databaseUrl.refine(
      (url) => !/^[a-z]+:\/\/([^@/]*@)?[^/?]*,/.test(url),
      "must name one host: a standby, of which the club looks how far behind it is",
    ),
    about:
      "A streaming standby of that database: public files, lists and reports are read from it while it is 5 s behind at most, else from the primary.",
  }),
  databasePatience: variable({
    name: "CLUB_DATABASE_PATIENCE",
    fallback: "1",
    schema: wholeNumber(1, MOST_PATIENCE),
    about:
      "How many times longer than usual a connection, a lock and an answer of the database are waited for: for a machine that other work slows. Players wait as much longer for a refusal.",
  }),
  sessionsStay: variable({
    name: "CLUB_SESSIONS_STAY",
    fallback: "0",
    schema: onOff,
    about:
      "1 says that all calls of a session reach the same club process. Then a person's lists and reports are read from `DATABASE_READ_URL` too.",
  }),
  dataDir: variable({
    name: "CLUB_DATA_DIR",
    fallback: "./data",
    schema: word.transform((path) => resolve(path)),
    about: "Folder of the embedded database, the keys and the receipts.",
  }),
  singleRole: variable({
    name: "CLUB_SINGLE_ROLE",
    fallback: "0",
    schema: onOff,
    about: "1 lets one database role own the ledger and serve players. For trials only.",
  }),
  demo: variable({
    name: "CLUB_DEMO",
    fallback: "1",
    schema: onOff,
    about: "1 fills an empty database with an invented club, races and players; 0 starts empty.",
  }),
  demoPaceMinutes: variable({
    name: "CLUB_DEMO_PACE",
    fallback: "4",
    schema: wholeNumber(1, MAX_PACE_MINUTES),
    about: "Minutes between two races of the demo.",
  }),
  ownerPassword: optional({
    name: "CLUB_OWNER_PASSWORD",
    secret: true,
    schema: word.min(8, "must have 8 characters or more").max(128, "must have 128 or fewer"),
    shownDefault: "a random one, printed once",
    about: "Password of the first operator, `owner`.",
  }),
  rateFactor: variable({
    name: "CLUB_RATE_FACTOR",
    fallback: "1",
    schema: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,3})?$/, "must be a number such as 1 or 0.5")
      .transform(Number),
    about:
      "Scales every rate limit; 0 turns them off, for benchmarks, and needs `HOST` to be loopback.",
  }),
  clubName: variable({
    name: "CLUB_NAME",
    fallback: "Horse Club",
    schema: word.max(60, "must have 60 characters or fewer"),
    about: "Name of the club, as players see it.",
  }),
  currency: variable({
    name: "CLUB_CURRENCY",
    fallback: "AUD",
    schema: currency,
    about: "Currency of the club's money.",
  }),
  timeZone: variable({
    name: "CLUB_TIME_ZONE",
    fallback: "Australia/Sydney",
    schema: word.refine(isTimeZone, "must be a time zone such as Australia/Sydney"),
    about: "Club time: the days of limits and reports.",
  }),
  fourEyes: variable({
    name: "CLUB_FOUR_EYES",
    fallback: "off",
    schema: onOff,
    about:
      "on: results, corrections, large payments in and out and settings about money need a second operator.",
  }),
  cardsFourEyes: variable({
    name: "CLUB_CARDS_FOUR_EYES",
    fallback: "off",
    schema: onOff,
    about: "on: another operator than the one who changed a card opens its races.",
  }),
  operatorSecondFactor: variable({
    name: "CLUB_OPERATOR_2FA",
    fallback: "offered",
    schema: z.enum(["offered", "required"], { error: "must be offered or required" }),
    about:
      "Second factor of operators: `offered` or `required`. `required` asks it of whoever may change anything, and again before approvals, corrections, adjustments and roles; it needs `CLUB_DEMO=0`.",
  }),
  oidcIssuer: optional({
    name: "CLUB_OIDC_ISSUER",
    schema: word.refine(
      isIssuer,
      "must be an address such as https://login.example, with http for localhost alone",
    ),
    about:
      "Identity provider (OpenID Connect) at which operators may sign in; it needs the two beside it. Let it send browsers back to `/console/` of this club.",
  }),
  oidcClientId: optional({
    name: "CLUB_OIDC_CLIENT_ID",
    schema: word.max(200, "must have 200 characters or fewer"),
    about: "The club's name at the identity provider.",
  }),
  oidcClientSecret: optional({
    name: "CLUB_OIDC_CLIENT_SECRET",
    secret: true,
    schema: word.max(500, "must have 500 characters or fewer"),
    about: "The club's secret at the identity provider.",
  }),
  publicBooks: optional({
    name: "CLUB_PUBLIC_BOOKS",
    schema: onOff,
    shownDefault: "on in the demo, else off",
    about:
      "1 shows the club's books to everybody: sums by kind of account and the last verification, nobody's account.",
  }),
  publicUrl: optional({
    name: "CLUB_PUBLIC_URL",
    schema: word.regex(/^https?:\/\/[^\s/?#]+$/, "must be an origin such as https://club.example"),
    shownDefault: "the host that a request names",
    about:
      "Where players reach the club: links in mails lead there, and providers call back there.",
  }),
  corsOrigins: variable({
    name: "CLUB_CORS_ORIGINS",
    fallback: "",
    schema: origins,
    shownDefault: "none",
    about: "Other origins whose pages may call the API, parted by commas.",
  }),
  trustProxy: variable({
    name: "CLUB_TRUST_PROXY",
    fallback: "off",
    schema: proxies,
    about:
      "Proxies whose `X-Forwarded-For` is believed: off, how many stand in front, or their addresses parted by commas.",
  }),
  liveHosts: variable({
    name: "CLUB_LIVE_HOSTS",
    fallback: "",
    schema: list.refine(
      (all) => all.every((host) => /^[a-z0-9.-]+(:\d+)?$/i.test(host)),
      "must list hosts such as live.example, parted by commas",
    ),
    shownDefault: "none",
    about:
      "Hosts from which live channels may play, parted by commas; the apps' policy lets in no other.",
  }),
  consoleHost: optional({
    name: "CLUB_CONSOLE_HOST",
    schema: word.regex(/^[a-z0-9.-]+(:\d+)?$/i, "must be a host name such as desk.club.example"),
    about:
      "Host name on which alone the console, the operator calls, their documentation and `/metrics` answer.",
  }),
  secondCurrency: optional({
    name: "CLUB_SECOND_CURRENCY",
    schema: currency,
    about: "A second currency in which amounts are also shown.",
  }),
  refusedBetsDays: variable({
    name: "CLUB_REFUSED_BETS_DAYS",
    fallback: "90",
    schema: wholeNumber(0, 3660),
    about: "Days that refused bets are kept for their report. 0: none are kept.",
  }),
  exchangeRate: variable({
    name: "CLUB_EXCHANGE_RATE",
    fallback: "1",
    schema: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a decimal number such as 4.72")
      .refine((text) => Number(text) > 0, "must be above 0"),
    about: "What one unit of `CLUB_CURRENCY` is worth in the second currency. Display only.",
  }),
  pushContact: variable({
    name: "CLUB_PUSH_CONTACT",
    fallback: "mailto:push@horse-club.example",
    schema: word.regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, "must be mailto:ADDRESS or https://..."),
    about: "Whom the push services of the browsers write to when something is wrong.",
  }),
  securityContact: variable({
    name: "CLUB_SECURITY_CONTACT",
    fallback: "",
    schema: list.refine(
      (all) => all.every((contact) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact)),
      "must list mailto:ADDRESS or https://..., parted by commas",
    ),
    shownDefault: "none: the file is not there",
    about:
      "Whom to tell of a weakness, the best first, parted by commas: the contacts in `/.well-known/security.txt`.",
  }),
  smtpUrl: optional({
    name: "CLUB_SMTP_URL",
    secret: true,
    schema: word.regex(/^smtps?:\/\/\S+$/, "must be smtp://USER:PASSWORD@HOST:PORT or smtps://..."),
    about:
      "Server that sends the club's e-mail: `smtp://` with STARTTLS where it is offered, or `smtps://`.",
  }),
  mailFrom: optional({
    name: "CLUB_MAIL_FROM",
    schema: word.regex(
      /^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/,
      "must be an address such as Club <club@club.example>",
    ),
    about: "Sender of the club's e-mail.",
  }),
  smsProvider: optional({
    name: "CLUB_SMS_PROVIDER",
    schema: providerName,
    about:
      "Who sends text messages: `http`, `twilio` or `smpp`. Without one, codes go by e-mail where the player gave an address, else they stand in the outbox.",
  }),
  smsUrl: optional({
    name: "CLUB_SMS_URL",
    secret: true,
    schema: word.regex(
      /^(https?|smpps?):\/\/\S+$/,
      "must be https://... or smpp://USER:PASSWORD@HOST:PORT",
    ),
    about: "Address of the provider of text messages.",
  }),
  smsToken: optional({
    name: "CLUB_SMS_TOKEN",
    secret: true,
    schema: word.max(500, "must have 500 characters or fewer"),
    about: "Its token; for Twilio `ACCOUNT_SID:AUTH_TOKEN`.",
  }),
  smsFrom: optional({
    name: "CLUB_SMS_FROM",
    schema: word.max(60, "must have 60 characters or fewer"),
    about: "Sender of text messages, as phones show it.",
  }),
  paymentProvider: optional({
    name: "CLUB_PAYMENT_PROVIDER",
    schema: providerName,
    about: "Who takes cards and wallets for the club: `standard`, `stripe` or `adyen`.",
  }),
  paymentUrl: providerUrl("CLUB_PAYMENT_URL", "the payment provider; unset: Stripe's own"),
  paymentKey: providerSecret(
    "CLUB_PAYMENT_KEY",
    "Key of the club at the payment provider; for Adyen `MERCHANT_ACCOUNT:API_KEY`.",
  ),
  paymentWebhookSecret: providerSecret(
    "CLUB_PAYMENT_WEBHOOK_SECRET",
    "What the payment provider signs its notices with (`whsec_...`; for Adyen the HMAC key, 64 hex digits).",
  ),
  payoutProvider: optional({
    name: "CLUB_PAYOUT_PROVIDER",
    schema: providerName,
    about: "Who pays withdrawals out by itself: `standard`; without one, bank files do.",
  }),
  payoutUrl: providerUrl("CLUB_PAYOUT_URL", "the payout provider; unset: the payment provider's"),
  payoutKey: providerSecret("CLUB_PAYOUT_KEY", "Its key; unset: the payment provider's."),
  payoutWebhookSecret: providerSecret(
    "CLUB_PAYOUT_WEBHOOK_SECRET",
    "What it signs its notices with; unset: the payment provider's.",
  ),
  identityProvider: optional({
    name: "CLUB_IDENTITY_PROVIDER",
    schema: providerName,
    about: "Who checks identities: `standard`; without one, operators do.",
  }),
  identityUrl: providerUrl("CLUB_IDENTITY_URL", "the identity checker"),
  identityKey: providerSecret("CLUB_IDENTITY_KEY", "Key of the club there."),
  identityWebhookSecret: providerSecret(
    "CLUB_IDENTITY_WEBHOOK_SECRET",
    "What it signs its notices with.",
  ),
  exclusionProvider: optional({
    name: "CLUB_EXCLUSION_PROVIDER",
    schema: providerName,
    about:
      "Register of excluded people, `gamstop` or `standard`, that is asked at sign-up, at sign-in and before a session's first bet.",
  }),
  exclusionUrl: providerUrl("CLUB_EXCLUSION_URL", "the register"),
  exclusionKey: providerSecret("CLUB_EXCLUSION_KEY", "Key of the club there."),
  alertsMail: optional({
    name: "CLUB_ALERTS_MAIL",
    schema: word.regex(
      /^[^\s@,]+@[^\s@,]+(,[^\s@,]+@[^\s@,]+)*$/,
      "must list addresses, parted by commas",
    ),
    about: "Addresses that are told when something is wrong, parted by commas.",
  }),
  alertsUrl: providerUrl("CLUB_ALERTS_URL", "a program that is told too, by a signed webhook"),
  alertsSecret: providerSecret(
    "CLUB_ALERTS_SECRET",
    "What those webhooks are signed with (`whsec_...`).",
  ),
  smsCountries: variable({
    name: "CLUB_SMS_COUNTRIES",
    fallback: "",
    schema: list.refine(
      (all) => all.every((prefix) => /^\+[1-9]\d{0,5}$/.test(prefix)),
      "must list prefixes such as +61,+64",
    ),
    shownDefault: "every country",
    about: "Prefixes of phone numbers that codes are sent to, parted by commas.",
  }),
  smsBudget: variable({
    name: "CLUB_SMS_BUDGET",
    fallback: "2000",
    schema: wholeNumber(0, 1_000_000),
    about:
      "Most codes by text message in 24 hours; then none are sent, and the log says so. 0: no limit.",
  }),
  smsPerAddress: variable({
    name: "CLUB_SMS_PER_ADDRESS",
    fallback: "0",
    schema: wholeNumber(0, 10_000),
    about:
      "Most codes in an hour that one address may ask for; 10 where text messages cost money. 0: no limit.",
  }),
  streamsPerAddress: variable({
    name: "CLUB_STREAMS_PER_ADDRESS",
    fallback: "100",
    schema: wholeNumber(0, 100_000),
    about:
      "Most event streams at once of one address without a session; behind a proxy set `CLUB_TRUST_PROXY` too. 0: no limit.",
  }),
  edgeToken: optional({
    name: "CLUB_EDGE_TOKEN",
    secret: true,
    schema: word.regex(
      /^[\x21-\x7e]{32,200}$/,
      "must have 32 to 200 characters, none of them a space",
    ),
    shownDefault: "unset: the club has no edges",
    about: "What an edge shows to its club, the same at both: `openssl rand -hex 32`.",
  }),
  edgeOf: optional({
    name: "CLUB_EDGE_OF",
    schema: word.regex(
      /^https?:\/\/[^\s/?#@]+$/,
      "must be an origin such as https://club.internal",
    ),
    about:
      "For `club edge` alone: address of the club, or of the balancer of its processes, whose streams and public reads the edge serves.",
  }),
  sportsFeed: optional({
    name: "CLUB_SPORTS_FEED",
    schema: word,
    about:
      "Where odds of sports come from: a folder whose files are read as they change (`.json` of the-odds-api, `.csv` of football-data), or an `https://` address of the-odds-api that is asked again and again.",
  }),
  sportsFeedKey: optional({
    name: "CLUB_SPORTS_FEED_KEY",
    secret: true,
    schema: word.max(200, "must have 200 characters or fewer"),
    about: "Key of the polled address, sent as `apiKey`.",
  }),
  sportsFeedSeconds: variable({
    name: "CLUB_SPORTS_FEED_SECONDS",
    fallback: "30",
    schema: wholeNumber(1, MAX_FEED_SECONDS),
    about:
      "Seconds between two questions to a polled address. A folder is looked at twice a second.",
  }),
  sportsBookmaker: optional({
    name: "CLUB_SPORTS_BOOKMAKER",
    schema: word.max(60, "must have 60 characters or fewer"),
    shownDefault: "the median of all",
    about: "Whose odds of the feed are taken.",
  }),
  sportsMarginBps: optional({
    name: "CLUB_SPORTS_MARGIN",
    schema: wholeNumber(0, MAX_MARGIN_BPS),
    shownDefault: "the feed's own",
    about: "Margin of the club on odds of the feed, in basis points (500 = 5 %).",
  }),
  cardsFolder: optional({
    name: "CLUB_CARDS_FOLDER",
    schema: word.transform((path) => resolve(path)),
    about:
      "A folder whose race cards (`.json`, `.csv`) are read as they change. Each waits on the console's page of cards until an operator takes it.",
  }),
  isFrozenOnRaceDay: variable({
    name: "CLUB_FREEZE",
    fallback: "0",
    schema: onOff,
    about: "1 refuses an upgrade that changes the schema while a race is open.",
  }),
  backupsKept: variable({
    name: "CLUB_BACKUPS",
    fallback: "7",
    schema: wholeNumber(0, MOST_BACKUPS),
    about:
      "How many nightly backups of the embedded database are kept, each proved by making a club of it, with the log from the oldest one on; 0 takes none and keeps no log.",
  }),
  archiveCommand: optional({
    name: "CLUB_ARCHIVE_COMMAND",
    schema: word,
    about:
      "Takes each piece of the embedded database's log to another machine: run by its shell, after the piece is in `backups/log`, again and again until it succeeds. `%f.zst` is the name there.",
  }),
  logLevel: variable({
    name: "CLUB_LOG_LEVEL",
    fallback: "info",
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    }),
    about: "How much is logged.",
  }),
  tracesEndpoint: optional({
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    secret: true,
    schema: word.regex(/^https?:\/\/[^\s?#]+$/, "must be an address such as http://127.0.0.1:4318"),
    shownDefault: "unset: no traces",
    about:
      "Where traces are sent (OpenTelemetry, OTLP as JSON over HTTP), such as `http://127.0.0.1:4318`; `/v1/traces` is put behind it.",
  }),
  tracesHeaders: variable({
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: "",
    secret: true,
    schema: headers,
    shownDefault: "none",
    about: "Headers that are sent along, such as a receiver's key: `name=value`, parted by commas.",
  }),
  tracesShare: variable({
    name: "OTEL_TRACES_SAMPLER_ARG",
    fallback: "1",
    schema: z
      .string()
      .regex(/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/, "must be a share from 0 to 1, such as 0.01")
      .transform(Number),
    about: "The share of calls whose traces are kept, from 0 to 1.",
  }),
  serviceName: variable({
    name: "OTEL_SERVICE_NAME",
    fallback: "horse-club",
    schema: word.max(60, "must have 60 characters or fewer"),
    about: "What the club is called among the services of a receiver of traces.",
  }),
  secret: optional({
    name: "CLUB_SECRET",
    secret: true,
    schema: word.regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits"),
    shownDefault: "made at the first start, in the data folder",
    about: "Key from which the keys for codes, bank accounts and signatures are derived.",
  }),
  mode: variable({
    name: "NODE_ENV",
    fallback: "production",
    schema: z.enum(["production", "development", "test"], {
      error: "must be production, development or test",
    }),
    about: "`test` alone allows crash points and a shifted clock.",
  }),
};
