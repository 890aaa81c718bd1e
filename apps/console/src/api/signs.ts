import type { DaySigns, getDaySigns } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";

const EVERY_MS = 5000;

/** What is odd about the day; undefined until it is known. */
export function useDaySigns(): DaySigns | undefined {
  const { data } = useQuery({
    queryKey: ["signs"],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call<typeof getDaySigns>({ method: "GET", path: "/api/operator/signs", signal })).data,
  });
  return data;
}
