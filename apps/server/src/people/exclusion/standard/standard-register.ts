import { z } from "zod";
import { ProviderFailure } from "../../../core/http/ask-provider.ts";
import { askStandard, testStandard } from "../../../core/http/standard-provider.ts";
import type { StandardAccess } from "../../../core/http/standard-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import { REGISTER_TIMEOUT_MS } from "../exclusion-adapter.ts";
import type { ExclusionAdapter } from "../exclusion-adapter.ts";

const PATH = "/exclusions";
const answer = z.object({
  excluded: z.boolean(),
  until: z.iso.datetime({ offset: true }).or(z.iso.date()).nullish(),
  check_id: z.string().max(200).nullish(),
});

interface Adapter extends ExclusionAdapter {
  readonly access: StandardAccess;
}

/** A register by the plain interface that docs/opening.md describes. */
export const standardRegister = defineProvider({
  kind: "exclusion",
  name: "standard",
  fields: {
    url: { env: "exclusionUrl", isSecret: false, isRequired: true, schema: z.url() },
    key: {
      env: "exclusionKey",
      isSecret: true,
      isRequired: true,
      schema: z.string().min(1).max(500),
    },
  },
  needs: [["phone"], ["full_name"]],
  connect: ({ url, key }, { isFromMachine }): Adapter => {
    const access = { url, key, isFromMachine };
    return {
      access,
      ask: async ({ fullName, dateOfBirth, email, phone, postcode }) => {
        const body = {
          full_name: fullName,
          date_of_birth: dateOfBirth,
          email,
          phone,
          postcode,
        };
        const timeoutMs = REGISTER_TIMEOUT_MS;
        const said = answer.safeParse(await askStandard(access, { path: PATH, body, timeoutMs }));
        if (!said.success) throw new ProviderFailure("unreadable");
        const { excluded, until, check_id: providerId = null } = said.data;
        return {
          answer: excluded ? "yes" : "no",
          until: until === undefined || until === null ? null : new Date(until),
          providerId,
        };
      },
    };
  },
  test: async (adapter) => await testStandard((adapter as Adapter).access, PATH),
});
