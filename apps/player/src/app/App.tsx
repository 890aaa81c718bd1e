import { EmptyState, PageBoundary, SheetPlaceContext } from "@club/ui";
import { createElement, useEffect, type ReactNode } from "react";
import { usePath } from "../core/address.ts";
import { closeSlip, useSlipView } from "../slip/race/form-store.ts";
import { usePlacement } from "../slip/race/placement.ts";
import { currentT, useT } from "../core/lang.ts";
import { useOverlays, type Overlay } from "../core/overlays.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { openLogin } from "../core/login-gate.ts";
import { findRoute, hrefOf, type KnownRoute } from "../core/routes.ts";
import { HomeScreen } from "../screens/home/HomeScreen.tsx";
import { BET_SHEETS, OVERLAYS, SCREENS, WIDE } from "./screens.ts";
import { useSession } from "../core/session.ts";
import { useLayout } from "../device/layout.ts";
import { Screen, WaitingScreen } from "../shell/Screen.tsx";
import { useSlipPlace } from "./slip-place.ts";

const failedText = () => currentT()("state.timeout");

/** The app: the screen of the address, and over it the bet form and the outcome of the last bet. */
export function App(): ReactNode {
  const path = usePath();
  const route = findRoute(path);
  useDocumentTitle(route);
  useFocusOnArrival(path);
  const isWide = useLayout() !== "phone";
  const overlays = useOverlays();
  const screen = (
    <PageBoundary resetKey={path} failedText={failedText}>
      {route === undefined ? <NotFoundScreen /> : <RouteScreen key={route.id} route={route} />}
    </PageBoundary>
  );
  return (
    <>
      {isWide ? createElement(lazyPage(WIDE), { route, screen, waiting: screen }) : screen}
      <SheetPlaceContext value={useSlipPlace()}>
        <BetLayer />
        {overlays.includes("sportSlip") && <OverlayLayer name="sportSlip" />}
      </SheetPlaceContext>
      {overlays.map((name) => name !== "sportSlip" && <OverlayLayer key={name} name={name} />)}
    </>
  );
}

function RouteScreen({ route }: { readonly route: KnownRoute }): ReactNode {
  const isSignedIn = useSession() !== null;
  const isLocked = route.session === true && !isSignedIn;
  useEffect(() => {
    if (isLocked) openLogin();
  }, [isLocked]);
  const waiting = <WaitingScreen route={route} />;
  if (isLocked) return waiting;
  if (route.id === "home") return <HomeScreen />;
  return createElement(lazyPage(SCREENS[route.id]), { waiting });
}

function OverlayLayer({ name }: { readonly name: Overlay }): ReactNode {
  return (
    <PageBoundary resetKey={usePath()} failedText={failedText}>
      {createElement(lazyPage(OVERLAYS[name]))}
    </PageBoundary>
  );
}

/** The form's code loads with the first bet, or with a bet that waits for its answer. */
function BetLayer(): ReactNode {
  const view = useSlipView();
  const { phase } = usePlacement();
  if (view === "closed" && phase === "idle") return null;
  return (
    <PageBoundary resetKey={`${view} ${phase}`} failedText={failedText}>
      {createElement(lazyPage(BET_SHEETS))}
    </PageBoundary>
  );
}

function useDocumentTitle(route: KnownRoute | undefined): void {
  const t = useT();
  useEffect(() => {
    document.title = t(route?.title ?? "route.home");
  }, [route, t]);
}

let isFirst = true;

/** A new page starts at its top, and a screen reader continues from there. */
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

/** An address that the app does not have. */
export function NotFoundScreen(): ReactNode {
  const t = useT();
  return (
    <Screen id="about" title={t("notFound.title")}>
      <EmptyState
        title={t("notFound.title")}
        text={t("notFound.text")}
        act={{ label: t("coming.act"), href: hrefOf("home") }}
      />
    </Screen>
  );
}
