import { run } from "./program.ts";

process.exitCode = await run(process.argv.slice(2), {
  write: (text) => process.stdout.write(text),
  now: new Date(),
});
