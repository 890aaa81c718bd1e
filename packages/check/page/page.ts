import { type CheckLine, type ProofTools, allEqual, readClubKeysOf, sha256 } from "@club/domain";
import { checkValue, kindOf } from "../src/check-value.ts";
import { sentenceOf } from "../src/words.ts";

const TOOLS: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
    if (subtle === undefined) return null;
    const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
    const key = await subtle
      .importKey("raw", own(publicKey), "Ed25519", false, ["verify"])
      .catch(() => null);
    return key && (await subtle.verify("Ed25519", key, own(signature), own(message)));
  },
};

const fileField = document.querySelector<HTMLInputElement>("#file");
const keysField = document.querySelector<HTMLInputElement>("#keys");
for (const field of [fileField, keysField]) {
  field?.addEventListener("change", () => void check());
}

/** The JSON of a chosen file, packed with gzip or not. */
async function readChosen(field: HTMLInputElement | null): Promise<unknown> {
  const file = field?.files?.[0];
  if (file === undefined) return undefined;
  const isPacked = new Uint8Array(await file.slice(0, 2).arrayBuffer())[0] === 0x1f;
  const stream = isPacked
    ? file.stream().pipeThrough(new DecompressionStream("gzip"))
    : file.stream();
  return JSON.parse(await new Response(stream).text());
}

async function check(): Promise<void> {
  try {
    const value = await readChosen(fileField);
    if (value === undefined) return;
    const kind = kindOf(value);
    if (kind === undefined) return show("This is no file of a club.", []);
    const keys = await readChosen(keysField);
    const trust = { keys: keys === undefined ? null : readClubKeysOf(keys), tools: TOOLS };
    const lines = await checkValue(kind, value, trust);
    show(summaryOf(lines), lines);
  } catch (error) {
    show(`This file cannot be read: ${String(error)}`, []);
  }
}

function summaryOf(lines: readonly CheckLine[]): string {
  const wrong = lines.filter(({ verdict }) => verdict === "differs").length;
  if (wrong > 0) return `${lines.length} checks, ${wrong} differ.`;
  if (allEqual(lines)) return `${lines.length} checks, all equal.`;
  const unknown = lines.filter(({ verdict }) => verdict === "unchecked").length;
  return `${lines.length} checks, ${unknown} not checked here.`;
}

function show(summary: string, lines: readonly CheckLine[]): void {
  const head = document.createElement("h2");
  head.textContent = summary;
  head.dataset["verdict"] = allEqual(lines) ? "equal" : "differs";
  document.querySelector("#verdict")?.replaceChildren(head);
  const sorted = [...lines].sort((a, b) => rank(a) - rank(b));
  const items = sorted.map((line) => {
    const item = document.createElement("li");
    item.textContent = sentenceOf(line);
    item.dataset["verdict"] = line.verdict;
    return item;
  });
  document.querySelector("#lines")?.replaceChildren(...items);
}

function rank({ verdict }: CheckLine): number {
  return verdict === "differs" ? 0 : verdict === "unchecked" ? 1 : 2;
}
