import type { SignedNotice } from "../../core/http/standard-provider.ts";

declare module "../../desk/connections/define-provider.ts" {
  interface Adapters {
    identity: IdentityAdapter;
  }
}

/** What a checker is asked, the same at every repeat. */
export interface IdentityQuestion {
  readonly full_name: string;
  readonly date_of_birth: string;
  readonly country: string | null;
  readonly address: string | null;
}

/** `review`: somebody at the provider decides, and a notice brings the result. */
export type IdentityStatus = "verified" | "refused" | "review";

export interface IdentityNews {
  readonly noticeId: string;
  /** Null: of something that decides nothing. */
  readonly decided: { readonly checkId: string; readonly status: IdentityStatus } | null;
}

export interface IdentityAdapter {
  /** @throws ProviderFailure */
  readonly check: (
    key: string,
    question: IdentityQuestion,
  ) => Promise<{ checkId: string | null; status: IdentityStatus }>;
  /** @throws hook.refused, request.invalid */
  readonly readNotice: (notice: SignedNotice & { readonly body: unknown }) => IdentityNews;
}
