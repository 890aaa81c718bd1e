import { DAY_READERS } from "@club/contract/desk-roles";
import { lazyPage, PageBoundary } from "@club/ui";
import { createElement, useEffect, type ReactNode } from "react";
import { usePath } from "../core/address.ts";
import { currentT, useT } from "../core/lang.ts";
import { ProofDialog } from "../people/account/ProofDialog.tsx";
import { PlaceContext } from "../core/place.ts";
import { findPlace, type TitleKey } from "./routes.ts";
import { useMay, useSession } from "../core/session.ts";
import { ConsoleFrame } from "../shell/ConsoleFrame.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { SET_PASSWORD_PATH, SetPasswordPage } from "../people/sign-in/SetPasswordPage.tsx";
import { SignInPage } from "../people/sign-in/SignInPage.tsx";
import { WaitingPage } from "./WaitingPage.tsx";

const failedText = () => currentT()("console.pageFailed");

/** The console: the sign-in without a session, else the page of the address in its frame. */
export function App(): ReactNode {
  const t = useT();
  const path = useFirstPath(usePath());
  const place = findPlace(path);
  const session = useSession();
  const isSetting = path === SET_PASSWORD_PATH;
  const title = t(titleOf(isSetting, session === null) ?? place?.route.title ?? "route.notFound");
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
  }, [title, t]);
  if (isSetting) return <SetPasswordPage />;
  if (session === null) return <SignInPage />;
  if (place === undefined) {
    return (
      <ConsoleFrame title={title}>
        <NotFoundPage />
      </ConsoleFrame>
    );
  }
  return (
    <PlaceContext value={place}>
      <PageBoundary resetKey={path} failedText={failedText}>
        {createElement(lazyPage(place.route.load), { key: path, waiting: <WaitingPage /> })}
      </PageBoundary>
      <ProofDialog />
    </PlaceContext>
  );
}

/** Of the pages that stand outside the frame; undefined: the place has its own. */
function titleOf(isSetting: boolean, isSignedOut: boolean): TitleKey | undefined {
  if (isSetting) return "route.setPassword";
  return isSignedOut ? "route.signIn" : undefined;
}

/** The day's run sheet is the first page of all who may read it; a cashier comes to what waits for approval. */
function useFirstPath(path: string): string {
  const isOfDay = useMay(...DAY_READERS);
  return path === "/" && !isOfDay ? "/approvals" : path;
}
