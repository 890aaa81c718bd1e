import { Refusal } from "@club/domain";
import { z } from "zod";
import { ProviderFailure } from "../../../core/http/ask-provider.ts";
import {
  askStandard,
  checkStandardNotice,
  testStandard,
} from "../../../core/http/standard-provider.ts";
import type { StandardAccess } from "../../../core/http/standard-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import type { IdentityAdapter } from "../identity-adapter.ts";

const PATH = "/checks";
const status = z.enum(["verified", "refused", "review"]);
const checkId = z.string().min(1).max(200);
const answer = z.object({ check_id: checkId.nullish(), status });
const notice = z.object({ type: z.string().max(60), data: z.unknown() });
const decision = z.object({ check_id: checkId, status });

interface Adapter extends IdentityAdapter {
  readonly access: StandardAccess;
}

const secretText = z.string().min(1).max(500);

/** Identity checks by the plain interface that docs/opening.md describes. */
export const standardIdentity = defineProvider({
  kind: "identity",
  name: "standard",
  fields: {
    url: { env: "identityUrl", isSecret: false, isRequired: true, schema: z.url() },
    key: { env: "identityKey", isSecret: true, isRequired: true, schema: secretText },
    secret: { env: "identityWebhookSecret", isSecret: true, isRequired: true, schema: secretText },
  },
  connect: ({ url, key, secret }, { isFromMachine }): Adapter => {
    const access = { url, key, isFromMachine };
    return {
      access,
      check: async (idempotencyKey, body) => {
        const said = answer.safeParse(
          await askStandard(access, { path: PATH, body, idempotencyKey }),
        );
        if (!said.success) throw new ProviderFailure("unreadable");
        return { checkId: said.data.check_id ?? null, status: said.data.status };
      },
      readNotice: ({ headers, text, body }) => {
        const noticeId = checkStandardNotice(secret, { headers, text });
        const read = notice.safeParse(body);
        if (!read.success) throw new Refusal("request.invalid", { field: "body" });
        if (read.data.type !== "identity.decided") return { noticeId, decided: null };
        const told = decision.safeParse(read.data.data);
        if (!told.success) throw new Refusal("request.invalid", { field: "data" });
        return { noticeId, decided: { checkId: told.data.check_id, status: told.data.status } };
      },
    };
  },
  test: async (adapter) => await testStandard((adapter as Adapter).access, PATH),
});
