import { SIGN_UP_FIELDS } from "@club/contract";
import type { ConnectionKind, SignUpField } from "@club/contract";
import type { z } from "zod";
import type { AppContext } from "../../core/context.ts";
import type { Settings } from "../../core/settings/settings.ts";

/**
 * What the providers of each kind can do. The area that uses a kind names its interface here by
 * `declare module`.
 */
export interface Adapters {}

export type AdapterOf<K extends ConnectionKind> = K extends keyof Adapters ? Adapters[K] : never;

/** One setting of a provider: from the environment, or typed at the console. */
export interface ProviderField {
  /** Its row in the table of settings. */
  readonly env: keyof Settings;
  /** The row that holds where its own is unset: one contract may serve two kinds. */
  readonly orElse?: keyof Settings;
  /** Kept sealed, and never shown again. */
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** Checks what is typed at the console. */
  readonly schema: z.ZodType<string>;
}

/** What an adapter may see of the club. */
export interface AdapterClub {
  readonly clubName: string;
  readonly currency: string;
  /** Whether its address was set on the machine, and may lead to a private network. */
  readonly isFromMachine: boolean;
  /** Where the club is reached from outside; empty: not set. */
  readonly publicUrl: string;
}

export interface ConnectionTest {
  readonly ctx: Pick<AppContext, "settings" | "db" | "secrets" | "connections">;
  /** Where a test message goes: a phone or an address. */
  readonly to: string | null;
}

/** What is known of a person; every sign-up proves a phone. */
export type PersonFact = SignUpField | "phone";

type Values<F> = { readonly [K in keyof F]: string };

export interface ProviderOptions<
  K extends ConnectionKind,
  F extends Record<string, ProviderField>,
> {
  readonly kind: K;
  /** Its name on the wire and in `CLUB_KIND_PROVIDER`. */
  readonly name: string;
  readonly fields: F;
  /** Of a register: what it must be told of a person. Any one of the lists is enough. */
  readonly needs?: readonly (readonly PersonFact[])[];
  /** Makes the adapter from complete settings; a missing optional one is empty. Connects to nothing yet. */
  readonly connect: (values: Values<F>, club: AdapterClub) => AdapterOf<K>;
  /** One real round trip. @throws ProviderFailure */
  readonly test: (adapter: AdapterOf<K>, asked: ConnectionTest) => Promise<void>;
}

/** A provider, as the table of connections sees it. */
export interface Provider {
  readonly kind: ConnectionKind;
  readonly name: string;
  readonly fields: Readonly<Record<string, ProviderField>>;
  readonly needs?: readonly (readonly PersonFact[])[];
  readonly connect: (values: Readonly<Record<string, string>>, club: AdapterClub) => unknown;
  readonly test: (adapter: never, asked: ConnectionTest) => Promise<void>;
}

/**
 * A provider of a connection: one folder, listed in `run/lists/providers.ts`; nothing else changes.
 */
export function defineProvider<
  const K extends ConnectionKind,
  const F extends Record<string, ProviderField>,
>(options: ProviderOptions<K, F>): Provider {
  return options as unknown as Provider;
}

/** What a sign-up must ask for beside the phone, so that this provider can be asked. */
export function signUpFieldsOf(provider: Provider | undefined): SignUpField[] {
  const lists = (provider?.needs ?? []).map((facts) =>
    SIGN_UP_FIELDS.filter((field) => facts.includes(field)),
  );
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/**
 * What waits to go out by a connection of kind `k.kind`: messages, payments to ask for and money to
 * send back, payouts nobody has taken, people to ask about. By the indexes of what is due.
 */
export const WAITING = `(CASE k.kind
  WHEN 'payment' THEN (SELECT count(*) FROM payment w WHERE w.next_ask_at IS NOT NULL AND w.state = 'asked')
    + (SELECT count(*) FROM payment_return w WHERE w.state = 'waiting')
  WHEN 'payout' THEN (SELECT count(*) FROM payout_order w WHERE w.state = 'asking')
  WHEN 'identity' THEN (SELECT count(*) FROM identity_check w WHERE w.status = 'asking')
  WHEN 'exclusion' THEN (SELECT count(*) FROM exclusion_watch w WHERE w.due_at IS NOT NULL)
  ELSE (SELECT count(*) FROM delivery w WHERE w.channel = k.kind AND w.ended_at IS NULL) END)::int`;
