import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "./steps.ts";

const FOLDER = join(ROOT, "packages/check");
const PROGRAM = "/* program */";
const RUNNABLE = 0o755;

/**
 * Builds club-check: one JavaScript file that needs only Node, and one page that needs only a
 * browser. @returns the folder
 */
export async function buildCheckTool(): Promise<string> {
  const out = join(FOLDER, "dist");
  mkdirSync(out, { recursive: true });
  const program = join(out, "club-check.js");
  writeFileSync(program, `#!/usr/bin/env node\n${await bundle("src/main.ts", true)}`);
  chmodSync(program, RUNNABLE);
  const page = readFileSync(join(FOLDER, "page/page.html"), "utf8");
  // A closing tag inside the program would end the script element.
  const script = (await bundle("page/page.ts", false)).replaceAll("</script", "<\\/script");
  writeFileSync(
    join(out, "club-check.html"),
    page.replace(PROGRAM, () => script),
  );
  return out;
}

/** One file with everything in it. */
async function bundle(entry: string, isForNode: boolean): Promise<string> {
  const result = await build({
    root: FOLDER,
    configFile: false,
    logLevel: "warn",
    ...(isForNode ? { ssr: { noExternal: true, target: "node" as const } } : {}),
    build: {
      write: false,
      target: "es2022",
      minify: !isForNode,
      ...(isForNode ? { ssr: join(FOLDER, entry) } : {}),
      rolldownOptions: {
        input: join(FOLDER, entry),
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const [first] = [result].flat();
  if (first === undefined || !("output" in first)) throw new Error(`${entry} was not built`);
  return first.output[0].code;
}
