import { CONNECTION_KINDS } from "@club/contract";
import type { ConnectionKind } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { ProviderFailure } from "../../core/http/ask-provider.ts";
import { decrypt } from "../../core/kit/cipher.ts";
import type { Place } from "../../core/kit/cipher.ts";
import { SingleFlight } from "../../core/kit/per-server.ts";
import { SettingsError } from "../../core/settings/settings.ts";
import type { Settings } from "../../core/settings/settings.ts";
import { VARIABLES } from "../../core/settings/settings.table.ts";
import { noteUse, readConnections } from "./connections.queries.ts";
import type { ConnectionRow } from "./connections.queries.ts";
import type { AdapterOf, Provider } from "./define-provider.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** What crosses the club's walls. */
    readonly connections: Connections;
  }
}

type Club = Pick<AppContext, "settings" | "secrets" | "db">;

/** The provider that the environment names for a kind; undefined: none. */
const NAMED: Readonly<Record<ConnectionKind, (settings: Settings) => string | undefined>> = {
  mail: ({ smtpUrl }) => (smtpUrl === undefined ? undefined : "smtp"),
  sms: ({ smsProvider }) => smsProvider,
  payment: ({ paymentProvider }) => paymentProvider,
  payout: ({ payoutProvider }) => payoutProvider,
  identity: ({ identityProvider }) => identityProvider,
  exclusion: ({ exclusionProvider }) => exclusionProvider,
  alerts: ({ alertsMail, alertsUrl }) =>
    alertsMail === undefined && alertsUrl === undefined ? undefined : "club",
};

function providerVariable(kind: ConnectionKind): string {
  return `CLUB_${kind.toUpperCase()}_PROVIDER`;
}

/** A connection as it is set now. */
export interface Connection<K extends ConnectionKind = ConnectionKind> {
  readonly kind: K;
  readonly provider: Provider;
  readonly isOn: boolean;
  readonly isFromMachine: boolean;
  readonly adapter: AdapterOf<K>;
}

interface Kept {
  readonly key: string;
  readonly adapter: unknown;
}

type Rows = Map<ConnectionKind, ConnectionRow>;

/** Rows this old are read anew beside the work that asks for them; older ones it waits for. */
const FRESH_MS = 1000;
const STALE_MS = 5000;

/** Where the secrets of a connection are sealed. */
export function secretsPlace(kind: ConnectionKind): Place {
  return { table: "connection", column: "secrets", id: kind };
}

export class Connections {
  readonly #ctx: Club;
  readonly #providers: readonly Provider[];
  readonly #reading = new SingleFlight<Rows>();
  #known: { readonly rows: Rows; readonly at: number } | null = null;
  readonly #adapters = new Map<ConnectionKind, Kept>();
  #noting: Promise<unknown> = Promise.resolve();

  constructor(ctx: Club, providers: readonly Provider[]) {
    this.#ctx = ctx;
    this.#providers = providers;
    for (const kind of CONNECTION_KINDS) {
      this.#refuseUnknown(kind);
      this.#refuseIncomplete(kind);
    }
  }

  /** @throws SettingsError for a provider that is not built in */
  #refuseUnknown(kind: ConnectionKind): void {
    const named = NAMED[kind](this.#ctx.settings);
    const names = this.providersOf(kind).map(({ name }) => name);
    if (named === undefined || names.includes(named)) return;
    const variable = providerVariable(kind);
    throw new SettingsError(`${variable} must be ${names.join(" or ")} (it is "${named}").`);
  }

  /** @throws SettingsError where the environment names a provider, and not all that it needs */
  #refuseIncomplete(kind: ConnectionKind): void {
    const named = NAMED[kind](this.#ctx.settings);
    const provider = this.providersOf(kind).find(({ name }) => name === named);
    if (provider === undefined) return;
    const values = this.#fromMachine(provider);
    for (const [name, { env, isRequired }] of Object.entries(provider.fields)) {
      if (!isRequired || values[name] !== "") continue;
      const naming = kind === "mail" ? "CLUB_SMTP_URL" : `${providerVariable(kind)}=${named}`;
      throw new SettingsError(`${naming} needs ${VARIABLES[env].name} beside it.`);
    }
  }

  /** The providers of a kind that are built in. */
  providersOf(kind: ConnectionKind): Provider[] {
    return this.#providers.filter((provider) => provider.kind === kind);
  }

  /** Whether the machine's environment names its provider. */
  isFromMachine(kind: ConnectionKind): boolean {
    return NAMED[kind](this.#ctx.settings) !== undefined;
  }

  /** The secrets of a connection that was set at the console, in the clear: for its adapter alone. */
  secretsOf({ kind, secrets }: ConnectionRow): Record<string, string> {
    if (secrets === null) return {};
    return JSON.parse(decrypt(this.#ctx.secrets, secretsPlace(kind), secrets)) as Record<
      string,
      string
    >;
  }

  /** A connection as set, on or off; null: no provider is set. */
  async read<K extends ConnectionKind>(kind: K): Promise<Connection<K> | null> {
    const row = (await this.#rows()).get(kind);
    const named = NAMED[kind](this.#ctx.settings);
    const name = named ?? row?.provider ?? undefined;
    const provider = this.#providers.find((each) => each.kind === kind && each.name === name);
    if (provider === undefined) return null;
    const isFromMachine = named !== undefined;
    const values = isFromMachine ? this.#fromMachine(provider) : this.#fromRow(provider, row);
    const adapter = this.#adapterOf(provider, values, isFromMachine) as AdapterOf<K>;
    return { kind, provider, isOn: row?.is_on ?? isFromMachine, isFromMachine, adapter };
  }

  /** A connection that is on; null: none. */
  async open<K extends ConnectionKind>(kind: K): Promise<Connection<K> | null> {
    const connection = await this.read(kind);
    return connection?.isOn === true ? connection : null;
  }

  /**
   * Uses a connection that is on, and notes how it went.
   *
   * @throws connection.off where none is; what the work throws: a ProviderFailure is noted
   */
  async use<K extends ConnectionKind, T>(
    kind: K,
    work: (adapter: AdapterOf<K>) => Promise<T>,
  ): Promise<T> {
    const connection = await this.open(kind);
    if (connection === null) throw new Refusal("connection.off", { kind });
    try {
      const result = await work(connection.adapter);
      await this.note(kind, null);
      return result;
    } catch (error) {
      if (error instanceof ProviderFailure) await this.note(kind, error);
      throw error;
    }
  }

  /**
   * Notes that a connection worked (null) or failed. One after another: many messages at once would
   * take the database connections of the other jobs, and find none for themselves.
   */
  async note(kind: ConnectionKind, failure: ProviderFailure | null): Promise<void> {
    const use = {
      kind,
      zone: this.#ctx.settings.timeZone,
      failure: failure === null ? null : failure.reason,
      said: failure?.said ?? "",
    };
    const noted = this.#noting.then(async () => await noteUse(this.#ctx.db.jobs, use));
    this.#noting = noted.catch(() => undefined);
    await noted;
  }

  /** After a change: the next use reads it anew. */
  forget(): void {
    this.#known = null;
  }

  /**
   * What is set at the console. Asked for within transactions too, so it seldom waits for a
   * connection to the database, and never for one of its caller's kind.
   */
  async #rows(): Promise<Rows> {
    const age = this.#known === null ? STALE_MS : performance.now() - this.#known.at;
    if (this.#known === null || age >= STALE_MS) return await this.#readRows();
    if (age >= FRESH_MS) this.#readRows().catch(() => undefined);
    return this.#known.rows;
  }

  async #readRows(): Promise<Rows> {
    return await this.#reading.run("", async () => {
      const rows = await readConnections(this.#ctx.db.jobs);
      this.#known = { rows, at: performance.now() };
      return rows;
    });
  }

  #fromMachine(provider: Provider): Record<string, string> {
    const { settings } = this.#ctx;
    return Object.fromEntries(
      Object.entries(provider.fields).map(([name, { env, orElse }]) => [
        name,
        textOf(settings[env] ?? (orElse === undefined ? undefined : settings[orElse])),
      ]),
    );
  }

  #fromRow(provider: Provider, row: ConnectionRow | undefined): Record<string, string> {
    const given = { ...row?.settings, ...(row === undefined ? {} : this.secretsOf(row)) };
    return Object.fromEntries(
      Object.keys(provider.fields).map((name) => [name, given[name] ?? ""]),
    );
  }

  /** The adapter of these settings: kept, since it may hold connections of its own. */
  #adapterOf(
    provider: Provider,
    values: Readonly<Record<string, string>>,
    isFromMachine: boolean,
  ): unknown {
    const { clubName, currency, demo, publicUrl = "" } = this.#ctx.settings;
    const key = JSON.stringify([provider.name, values, isFromMachine]);
    const kept = this.#adapters.get(provider.kind);
    if (kept?.key === key) return kept.adapter;
    (kept?.adapter as { readonly close?: () => void } | undefined)?.close?.();
    // A demo's doubles stand on the machine itself.
    const club = { clubName, currency, publicUrl, isFromMachine: isFromMachine || demo };
    const adapter = provider.connect(values, club);
    this.#adapters.set(provider.kind, { key, adapter });
    return adapter;
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : "";
}
