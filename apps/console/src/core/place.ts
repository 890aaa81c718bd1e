import { createContext, use } from "react";
import type { Place } from "../app/routes.ts";

/** Where the operator is: the route with the id in its path. */
export const PlaceContext = createContext<Place | undefined>(undefined);

export function usePlace(): Place | undefined {
  return use(PlaceContext);
}

/** The id in the path of the page. */
export function usePlaceId(): string {
  return usePlace()?.id ?? "";
}
