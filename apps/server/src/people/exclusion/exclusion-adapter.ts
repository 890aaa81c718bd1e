import type { Person } from "../protection/read-person.ts";

declare module "../../desk/connections/define-provider.ts" {
  interface Adapters {
    exclusion: ExclusionAdapter;
  }
}

/** `previously`: an exclusion that is over, which bars nobody. */
export interface RegisterAnswer {
  readonly answer: "no" | "yes" | "previously";
  /** Null: for good, or it does not say. */
  readonly until: Date | null;
  /** The register's own name for its answer, as evidence. */
  readonly providerId: string | null;
}

/** A register of excluded people. */
export interface ExclusionAdapter {
  /** Asked only about somebody of whom the provider's `needs` are known. @throws ProviderFailure */
  readonly ask: (person: Person) => Promise<RegisterAnswer>;
}

/** A sign-in or a bet waits for the answer, so it must come within four seconds. */
export const REGISTER_TIMEOUT_MS = 2500;
