import { randomUUID } from "node:crypto";
import { HttpDouble } from "./http-double.ts";
import type { DoubleAnswer, SeenRequest } from "./http-double.ts";

const NOT_FOUND: DoubleAnswer = { status: 404, body: {} };
const NOT_SIGNED_IN: DoubleAnswer = { status: 401, body: {} };
const BAD: DoubleAnswer = { status: 400, body: { error: "a field is missing" } };

type Fields = Readonly<Record<string, string | null>>;

/** A provider at one path, with a bearer. */
function bearerDouble(
  key: string,
  path: string,
  answer: (fields: Fields, request: SeenRequest) => DoubleAnswer,
): HttpDouble {
  return new HttpDouble((request) => {
    if (request.headers["authorization"] !== `Bearer ${key}`) return NOT_SIGNED_IN;
    if (request.method !== "POST" || request.path !== path) return NOT_FOUND;
    return answer(JSON.parse(request.body) as Fields, request);
  });
}

export type IdentityVerdict = "verified" | "refused" | "review";

/** An identity checker: what a name ends with decides, `Refused` and `Review`; all others are verified. */
export class IdentityDouble {
  readonly http: HttpDouble;
  /** What it was asked, by check: a repeat under the same key is the same check. */
  readonly checks = new Map<string, { checkId: string; status: IdentityVerdict; asked: Fields }>();

  constructor(key: string) {
    this.http = bearerDouble(key, "/checks", (asked, { headers }) => {
      if (typeof asked["full_name"] !== "string") return BAD;
      const name = asked["full_name"];
      const status = name.endsWith("Refused")
        ? "refused"
        : name.endsWith("Review")
          ? "review"
          : "verified";
      const id = headers["idempotency-key"] ?? randomUUID();
      const check = this.checks.get(id) ?? { checkId: `chk_${randomUUID()}`, status, asked };
      this.checks.set(id, check);
      return { status: 201, body: { check_id: check.checkId, status: check.status } };
    });
  }

  /** The body of its notice about what its people decided. */
  news(checkId: string, status: IdentityVerdict): { type: string; data: unknown } {
    return { type: "identity.decided", data: { check_id: checkId, status } };
  }
}

/** A register of excluded people: phones and names that are in it. */
export class RegisterDouble {
  readonly http: HttpDouble;
  readonly excluded = new Set<string>();
  until: string | null = null;

  constructor(key: string) {
    this.http = bearerDouble(key, "/exclusions", ({ full_name: name, phone }) => {
      const isIn = [name, phone].some(
        (each) => typeof each === "string" && this.excluded.has(each),
      );
      return {
        status: 200,
        body: {
          excluded: isIn,
          check_id: `reg_${randomUUID()}`,
          ...(isIn && this.until !== null && { until: this.until }),
        },
      };
    });
  }
}

const GAMSTOP_FIELDS = ["firstName", "lastName", "dateOfBirth", "email", "postcode"];

/**
 * GAMSTOP as its documentation says: a form of five fields, and `mobile` if it is known, with
 * `X-API-Key`; the answer in `X-Exclusion` (Y, N, P) and `X-Unique-Id`. Last names decide here:
 * Excluded, Previously.
 */
export class GamstopDouble {
  readonly http: HttpDouble;

  constructor(key: string) {
    this.http = new HttpDouble(({ method, path, headers, body }) => {
      if (headers["x-api-key"] !== key) return { status: 403, body: "" };
      if (method !== "POST" || path !== "/v2") return NOT_FOUND;
      const form = new URLSearchParams(body);
      if (GAMSTOP_FIELDS.some((name) => (form.get(name) ?? "") === "")) return BAD;
      const exclusion = { Excluded: "Y", Previously: "P" }[form.get("lastName") ?? ""] ?? "N";
      const told = { "x-exclusion": exclusion, "x-unique-id": randomUUID() };
      return { status: 200, headers: told, body: "" };
    });
  }
}
