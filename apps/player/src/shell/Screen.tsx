import {
  AppShell,
  OfflineBar,
  PullToRefresh,
  Skeleton,
  TopBar,
  type IconButtonProps,
  type TopBarProps,
} from "@club/ui";
import { formatTime } from "@club/i18n";
import { createElement, type ReactNode } from "react";
import { goBack } from "../core/address.ts";
import { useClubFace } from "../core/club-face.ts";
import { useIsClubSilent, useIsOnline } from "../core/connection.ts";
import { useT } from "../core/lang.ts";
import { lazyPage } from "../core/lazy-page.ts";
import { hrefOf, pathOf, ROUTES, type Route, type RouteId } from "../core/routes.ts";
import { useIsUpdateReady } from "./service-worker.ts";
import { useBalance } from "./balance.ts";
import { MainTabs } from "./MainTabs.tsx";
import { useLayout } from "../device/layout.ts";
import { deviceZone } from "../device/zone.ts";

export interface ScreenProps {
  readonly id: RouteId;
  /** By default the route's own title. */
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly brand?: boolean;
  /** The balance in the head. */
  readonly showsBalance?: boolean;
  readonly actions?: readonly IconButtonProps[];
  readonly end?: ReactNode;
  /** Pulling the page down and a button in the head do it. */
  readonly onRefresh?: () => Promise<unknown>;
  readonly act?: ReactNode;
  /** Takes the place of the tabs where the route has none. */
  readonly foot?: ReactNode;
  readonly floating?: ReactNode;
  /** The time of what is shown, in milliseconds: displayed without a connection or an answer. */
  readonly updatedAt?: number | undefined;
  readonly children: ReactNode;
}

/** The frame of a screen: head, bars, tabs; what the route table says of it. */
export function Screen(props: ScreenProps): ReactNode {
  const t = useT();
  const { id, children, onRefresh } = props;
  const isWide = useLayout() !== "phone";
  const route: Route | undefined = ROUTES.find((each) => each.id === id);
  const helpline = useClubFace()?.helpline_phone ?? "";
  return (
    <AppShell
      header={<Head {...props} route={route} />}
      banner={<Banner updatedAt={props.updatedAt} />}
      act={props.act}
      floating={props.floating}
      tabBar={route?.tab === undefined || isWide ? props.foot : <MainTabs current={route.tab} />}
    >
      {onRefresh !== undefined && route?.pull === true ? (
        <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh>
      ) : (
        children
      )}
      <a className="help-line" href={hrefOf("protection", { view: "help" })}>
        18+ · {t("shell.help")}
        {helpline !== "" && ` · ${helpline}`}
      </a>
    </AppShell>
  );
}

function Head(props: ScreenProps & { readonly route: Route | undefined }): ReactNode {
  const { route, actions = [], onRefresh } = props;
  const t = useT();
  const { title: ownTitle, logo } = useOwnHead(route);
  const isTop = route?.bar === "own" && (route.tab !== undefined || route.id === "login");
  const refresh: IconButtonProps = {
    icon: "refresh",
    label: t("act.refresh"),
    onPress: () => void onRefresh?.(),
  };
  return (
    <TopBar
      kind={route?.bar === "own" ? "green" : "light"}
      title={props.title ?? ownTitle ?? t(route?.title ?? "route.home")}
      logo={logo}
      subtitle={props.subtitle}
      brand={props.brand}
      back={isTop ? undefined : { onPress: () => goBack(pathOf(parentOf(props.id, route))) }}
      actions={onRefresh === undefined ? actions : [...actions, refresh]}
      end={props.end}
      {...useHeadBalance(props.showsBalance === true)}
    />
  );
}

/** Where Back leads from a page that a link from outside opened. */
function parentOf(id: RouteId, route: Route | undefined): RouteId {
  if (id === "sportDetail") return "sports";
  return route?.session === true ? "account" : "home";
}

/** At home the club's name stands for the page's. */
function useOwnHead(route: Route | undefined) {
  const face = useClubFace();
  return { title: route?.id === "home" ? face?.name : undefined, logo: face?.logo_url };
}

function useHeadBalance(
  isShown: boolean,
): Pick<TopBarProps, "balance" | "balanceHref" | "balanceLabel" | "stale"> {
  const t = useT();
  const { text, isStale } = useBalance();
  if (!isShown || text === null) return {};
  return {
    balance: text,
    balanceHref: hrefOf("account"),
    balanceLabel: t("shell.balance", { amount: text }),
    stale: isStale,
  };
}

const loadUpdateBar = async () => ({ default: (await import("./ClubBars.tsx")).ReadyUpdate });

function Banner({ updatedAt }: { readonly updatedAt: number | undefined }): ReactNode {
  const t = useT();
  const isOnline = useIsOnline();
  const isSilent = useIsClubSilent() && Boolean(updatedAt);
  const isUpdateReady = useIsUpdateReady();
  const asOf = updatedAt ? formatTime(updatedAt, deviceZone(), t.language) : undefined;
  return (
    <>
      {(!isOnline || isSilent) && <OfflineBar asOf={asOf} silent={isOnline} />}
      {isUpdateReady && createElement(lazyPage(loadUpdateBar))}
    </>
  );
}

/** In the head while nobody is signed in. */
export function SignInLink(): ReactNode {
  const t = useT();
  return (
    <a className="head-link" href={hrefOf("login")}>
      {t("act.signIn")}
    </a>
  );
}

/** While the code of a page comes: its head and, after 200 ms, grey rows. */
export function WaitingScreen({ route }: { readonly route: Route | undefined }): ReactNode {
  return (
    <Screen id={(route?.id ?? "home") as RouteId}>
      <Skeleton kind={route?.id === "detail" ? "runner" : "row"} rows={6} />
    </Screen>
  );
}
