import { z } from "zod";
import { askProvider, ProviderFailure, providerUrl } from "../../../core/http/ask-provider.ts";
import { defineProvider } from "../../../desk/connections/define-provider.ts";
import { NOBODY } from "../../protection/read-person.ts";
import type { Person } from "../../protection/read-person.ts";
import { REGISTER_TIMEOUT_MS } from "../exclusion-adapter.ts";
import type { RegisterAnswer } from "../exclusion-adapter.ts";

/** Where its interface stands below the host, where no path is set. */
const PATH = "/v2";

const ANSWERS: Readonly<Record<string, RegisterAnswer["answer"]>> = {
  Y: "yes",
  N: "no",
  P: "previously",
};

/** A person whom nobody is: the question is answered like any other. */
const TEST_PERSON: Person = {
  ...NOBODY,
  fullName: "Connection Test",
  dateOfBirth: "1970-01-01",
  email: "connection-test@club.example",
  phone: "+447700900000",
  postcode: "SW1A 1AA",
};

/** Great Britain's register: a form of six fields, of which the phone may be empty; the answer in two headers. */
export const gamstop = defineProvider({
  kind: "exclusion",
  name: "gamstop",
  fields: {
    url: { env: "exclusionUrl", isSecret: false, isRequired: true, schema: z.url() },
    key: {
      env: "exclusionKey",
      isSecret: true,
      isRequired: true,
      schema: z.string().min(1).max(500),
    },
  },
  needs: [["full_name", "date_of_birth", "email", "postcode"]],
  connect: ({ url, key }, { isFromMachine }) => ({
    ask: async (person) => {
      const { headers } = await askProvider({
        method: "POST",
        url: addressOf(url),
        headers: { "content-type": "application/x-www-form-urlencoded", "x-api-key": key },
        body: formOf(person).toString(),
        timeoutMs: REGISTER_TIMEOUT_MS,
        isFromMachine,
      });
      const answer = ANSWERS[String(headers["x-exclusion"] ?? "")];
      if (answer === undefined) throw new ProviderFailure("unreadable");
      const id = headers["x-unique-id"];
      return { answer, until: null, providerId: typeof id === "string" ? id : null };
    },
  }),
  test: async (adapter) => {
    await adapter.ask(TEST_PERSON);
  },
});

function addressOf(text: string): URL {
  const url = providerUrl(text);
  if (url.pathname === "/") url.pathname = PATH;
  return url;
}

/** The last word of a name is the last name. */
function formOf(person: Person): URLSearchParams {
  const words = (person.fullName ?? "").trim().split(/\s+/);
  const lastName = words.pop() ?? "";
  return new URLSearchParams({
    firstName: words.length === 0 ? lastName : words.join(" "),
    lastName,
    dateOfBirth: person.dateOfBirth ?? "",
    email: person.email ?? "",
    postcode: person.postcode ?? "",
    mobile: person.phone ?? "",
  });
}
