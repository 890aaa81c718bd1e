import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/**
 * Records every SQL statement of a release's server, for the next release to be checked against
 * (promise P18): each constant text of its source that looks like one, joined if built of
 * constants.
 *
 *   node scripts/record-statements.ts [folder of the release's apps/server/src]
 */
const FIXTURE = join(
  import.meta.dirname,
  "../apps/server/src/core/db/fixtures/released-statements.json",
);
const STATEMENT = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|\()\s/i;

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

const folder = process.argv[2] ?? join(import.meta.dirname, "../apps/server/src");
const statements = new Set<string>();
/** By name: per file, and over all files (null where two files give a name different texts). */
const ofFile = new Map<Node, Map<string, string>>();
const ofAll = new Map<string, string | null>();
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^test\//.test(name))
  .toSorted()
  .map((name) => programOf(join(folder, name)));
// Constants may be built from those of another file: by the second round all are known.
for (const round of [1, 2]) {
  for (const program of files) walk(program, (node) => note(program, node, round === 2));
}
const found = [...statements].toSorted();
writeFileSync(FIXTURE, `${JSON.stringify(found, null, 1)}\n`);
console.log(`${found.length} statements`);

function programOf(path: string): Node {
  return parseSync(path, readFileSync(path, "utf8"), { lang: "ts" }).program as unknown as Node;
}

function walk(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, see);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function note(program: Node, node: Node, isLast: boolean): void {
  const own = ofFile.get(program) ?? new Map<string, string>();
  ofFile.set(program, own);
  if (node.type === "VariableDeclarator") noteConstant(node, own);
  const isText = node.type === "Literal" || node.type === "TemplateLiteral";
  const text = isLast && isText ? textOf(node, own) : null;
  if (text !== null && STATEMENT.test(text)) statements.add(text.trim());
}

function noteConstant({ id, init }: Node, own: Map<string, string>): void {
  const text = isNode(init) ? textOf(init, own) : null;
  if (isNode(id) && text !== null) keep(own, String(id["name"]), text);
}

function keep(own: Map<string, string>, name: string, text: string): void {
  own.set(name, text);
  const known = ofAll.get(name);
  ofAll.set(name, known === undefined || known === text ? text : null);
}

/** The text of an expression built of constants only; otherwise null. */
function textOf(node: Node, own: ReadonlyMap<string, string>): string | null {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type === "Identifier") {
    const name = String(node["name"]);
    return own.get(name) ?? ofAll.get(name) ?? null;
  }
  if (node.type !== "TemplateLiteral") return null;
  const pieces = node["quasis"] as readonly { value: { cooked: string } }[];
  const between = (node["expressions"] as readonly Node[]).map((each) => textOf(each, own));
  if (between.includes(null)) return null;
  return pieces.map((piece, i) => `${piece.value.cooked}${between[i] ?? ""}`).join("");
}
