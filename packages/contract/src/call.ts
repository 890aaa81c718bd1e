import { isDay } from "@club/domain";
import { z } from "zod";

/** Who may make a call: anyone, a player with a session, or an operator with one of the roles. */
export type Access = "public" | "player" | "operator" | readonly Role[];

export const ROLES = [
  "owner",
  "card_clerk",
  "pool_controller",
  "results_clerk",
  "cashier",
  "risk",
  "support",
  "auditor",
] as const;
export type Role = (typeof ROLES)[number];

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * One call of the HTTP API. The server validates with these schemas, answers through them and
 * makes the OpenAPI page from them; the apps take their types from them.
 * `data` and `list` are the fields of these names in the envelope.
 */
export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly data?: z.ZodType;
  readonly list?: z.ZodType;
  /** Fields beside `data` in the envelope. */
  readonly beside?: z.ZodObject;
  readonly bodyLimitBytes?: number;
  /**
   * For every write of the desk: whether an operator shows the second factor again if it was last
   * shown more than a few minutes ago. True for whatever moves money or rights, or changes history
   * for good.
   */
  readonly asksAgain?: boolean;
  /** About oneself: needs no second factor, or nobody could set one up, or leave. */
  readonly isOwn?: true;
  /** What it does depends on the built-in role itself: no role of the club's own can name it. */
  readonly isByRole?: true;
}

type Route = `${Method} /${string}`;
type Rest = Omit<Call, "method" | "path">;

/** A write of the desk must say whether it asks for a fresh factor; no other call may. */
type Asking<R extends Route, C extends Rest> = R extends `GET ${string}`
  ? { asksAgain?: never }
  : C extends { access: "public" | "player" }
    ? { asksAgain?: never }
    : { asksAgain: boolean };

type Defined<R extends Route, C extends Rest> = R extends `${infer M extends Method} ${infer P}`
  ? C & { readonly method: M; readonly path: P }
  : never;

/** @param route the method and the path: "GET /api/shop/list". */
export function defineCall<const R extends Route, const C extends Rest>(
  route: R,
  call: C & Asking<R, C>,
): Defined<R, C> {
  const [method, path] = route.split(" ");
  return { method, path, ...call } as unknown as Defined<R, C>;
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

export type BodyOf<C extends Call> = Output<C["body"]>;
export type BodyInputOf<C extends Call> = Input<C["body"]>;
export type QueryOf<C extends Call> = Output<C["query"]>;
export type QueryInputOf<C extends Call> = Input<C["query"]>;
export type ParamsOf<C extends Call> = Output<C["params"]>;
export type DataOf<C extends Call> = Output<C["data"]>;
export type ListItemOf<C extends Call> = C["list"] extends z.ZodType
  ? z.output<C["list"]> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** Integer cents on the wire. */
export const cents = z.int();
/** An instant: ISO 8601 UTC with milliseconds. */
export const instant = z.string().max(30);
/** A day, YYYY-MM-DD, in the venue's zone. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDay, "not a day");
/** Ids are opaque strings to clients; ours are UUIDs, and nothing else is looked up. */
export const id = z.string().max(64);

/** Why somebody did it: kept with the act. */
export const reason = z.string().trim().min(1).max(500);

/** `?limit=` 1 to 100 (default 20) and `?cursor=` of every list. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
/** A column upwards, or with a minus downwards. */
export type Sort<Column extends string> = Column | `-${Column}`;

/** `?sort=` of a list that can be sorted by its columns. The cursor holds the last row's value, too. */
export function sortedBy<const Column extends string>(columns: readonly Column[]) {
  const sorts = columns.flatMap((column): Sort<Column>[] => [column, `-${column}`]);
  return { sort: z.enum(sorts).optional(), cursor: z.string().max(1000).optional() };
}
export const pageData = z.object({ next_cursor: z.string().nullable() });
