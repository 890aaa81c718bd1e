import type { getRaceForm, RunnerForm } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../core/call.ts";

/** Results of other races change it rarely, and it is asked for with every race. */
const FRESH_MS = 60_000;

/** The past runs of a race's runners, by saddle number; empty until they are known. */
export function useRaceForm(raceId: string): ReadonlyMap<number, RunnerForm> {
  const { data } = useQuery({
    queryKey: ["race form", raceId],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { list } = await call<typeof getRaceForm>({
        method: "GET",
        path: "/api/events/race/:race_id/form",
        params: { race_id: raceId },
        signal,
      });
      return new Map(list.map((form) => [form.horse_id, form]));
    },
  });
  return data ?? NOTHING;
}

const NOTHING: ReadonlyMap<number, RunnerForm> = new Map();
