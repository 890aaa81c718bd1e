import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { storage } from "../core/storage.ts";
import { read } from "./read.ts";

const KEPT = "currency";
const LONG_MS = 60 * 60_000;

/** The club's one currency: as the club says it, or as this desk remembers it. */
export function useClubCurrency(): UseQueryResult<string> {
  const kept = storage.read(KEPT);
  return useQuery({
    queryKey: ["currency"],
    staleTime: LONG_MS,
    ...(kept !== null && { initialData: kept, initialDataUpdatedAt: 0 }),
    queryFn: async (asked) => {
      const { data } = await read("/api/taxrate/tax-rate", {}, asked);
      storage.write(KEPT, data.from_currency);
      return data.from_currency;
    },
  });
}

/** The club's currency for a page, which is not drawn before it is known. */
export function useCurrency(): string {
  const { data } = useClubCurrency();
  if (data === undefined) throw new Error("a page is drawn once the club's currency is known");
  return data;
}
