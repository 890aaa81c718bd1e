import { PageBoundary } from "@club/ui";
import { createElement, useEffect, type ReactNode } from "react";
import { usePath } from "./address.ts";
import { closeSlip, useSlipView } from "./bet-form/form-store.ts";
import { usePlacement } from "./bet-form/placement.ts";
import { currentT, useT } from "./lang.ts";
import { useLayers } from "./layers.ts";
import { lazyPage } from "./lazy-page.ts";
import { openLogin } from "./login-gate.ts";
import { findRoute, type Route } from "./routes.ts";
import { HomeScreen } from "./screens/HomeScreen.tsx";
import { NotFoundScreen } from "./screens/NotFoundScreen.tsx";
import { useSession } from "./session.ts";
import { WaitingScreen } from "./shell/WaitingScreen.tsx";

const loadBetSheets = async () => ({
  default: (await import("./bet-form/BetSheets.tsx")).BetSheets,
});

const failedText = () => currentT()("state.timeout");

/** The app: the screen of the address, and over it the bet form and what became of the last bet. */
export function App(): ReactNode {
  const path = usePath();
  const route = findRoute(path);
  useDocumentTitle(route);
  useFocusOnArrival(path);
  return (
    <>
      <PageBoundary resetKey={path} failedText={failedText}>
        {route === undefined ? <NotFoundScreen /> : <RouteScreen key={route.id} route={route} />}
      </PageBoundary>
      <BetLayer />
      {useLayers().map((load, index) => (
        <PageBoundary key={index} resetKey={path} failedText={failedText}>
          {createElement(lazyPage(load))}
        </PageBoundary>
      ))}
    </>
  );
}

function RouteScreen({ route }: { readonly route: Route }): ReactNode {
  const isSignedIn = useSession() !== null;
  const isLocked = route.session === true && !isSignedIn;
  useEffect(() => {
    if (isLocked) openLogin();
  }, [isLocked]);
  const waiting = <WaitingScreen route={route} />;
  if (isLocked) return waiting;
  if (route.load === undefined) return <HomeScreen />;
  return createElement(lazyPage(route.load), { waiting });
}

/** The form's code comes with the first bet; a bet that waits for its answer brings it too. */
function BetLayer(): ReactNode {
  const view = useSlipView();
  const { phase } = usePlacement();
  if (view === "closed" && phase === "idle") return null;
  return (
    <PageBoundary resetKey={`${view} ${phase}`} failedText={failedText}>
      {createElement(lazyPage(loadBetSheets))}
    </PageBoundary>
  );
}

function useDocumentTitle(route: Route | undefined): void {
  const t = useT();
  useEffect(() => {
    document.title = t(route?.title ?? "route.home");
  }, [route, t]);
}

let isFirst = true;

/** A new page begins at its top, and a screen reader goes on from there. */
function useFocusOnArrival(path: string): void {
  useEffect(() => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    closeSlip();
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}
