import { SpanKind } from "@opentelemetry/api";
import type pg from "pg";
import type { Traces } from "../traces/traces.ts";

export interface Traced {
  readonly traces?: Traces | undefined;
  /** The pool that lent the connection. */
  readonly purpose: string;
}

const KEYWORD = /^\s*([a-z]+)/i;

/** A statement in its trace: by its name or its first word. Its text and its values stay out. */
export async function statementSpan<T>(
  { traces, purpose }: Traced,
  query: string | pg.QueryConfig,
  work: () => Promise<T>,
): Promise<T> {
  if (traces === undefined) return await work();
  const attributes = { "db.system.name": "postgresql", "club.pool": purpose };
  return await traces.span(nameOf(query), { kind: SpanKind.CLIENT, attributes }, work);
}

function nameOf(query: string | pg.QueryConfig): string {
  const { name, text } = typeof query === "string" ? { name: undefined, text: query } : query;
  return name ?? KEYWORD.exec(text)?.[1]?.toUpperCase() ?? "SQL";
}
