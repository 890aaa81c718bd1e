import type { DaySigns, getDaySigns } from "@club/contract";
import { useData } from "./read.ts";

const EVERY_MS = 5000;

/** What is odd about the day; undefined until it is known. */
export function useDaySigns(): DaySigns | undefined {
  const { data } = useData<typeof getDaySigns>(
    ["signs"],
    { path: "/api/operator/signs" },
    { refetchInterval: EVERY_MS },
  );
  return data;
}
