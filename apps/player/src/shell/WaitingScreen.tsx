import { Skeleton } from "@club/ui";
import type { ReactNode } from "react";
import type { Route, RouteId } from "../core/routes.ts";
import { Screen } from "./Screen.tsx";

/** While the code of a page comes: its head and, after 200 ms, grey rows. */
export function WaitingScreen({ route }: { readonly route: Route | undefined }): ReactNode {
  return (
    <Screen id={(route?.id ?? "home") as RouteId}>
      <Skeleton kind={route?.id === "detail" ? "runner" : "row"} rows={6} />
    </Screen>
  );
}
