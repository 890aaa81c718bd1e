import { useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import {
  AppShell,
  Button,
  Card,
  EmptyState,
  FloatingButton,
  Icon,
  InstallCard,
  lazyPage,
  LiveFrame,
  LoadingIndicator,
  LoadMore,
  Popup,
  PrimaryButton,
  Segmented,
  showToast,
  Skeleton,
  TabBar,
  TabSwitch,
  TopBar,
  Transition,
  useLongPress,
} from "../src/index.ts";
import { MORE_ICONS } from "../src/more-icons.ts";
import type { IconName } from "../src/Icon.tsx";
import { nothing } from "./data.ts";
import { PiecePage, Shown } from "./piece.tsx";

export function LoadingPage(): ReactNode {
  return (
    <PiecePage title="Loading indicator">
      <Shown as="After 200 ms">
        <LoadingIndicator />
      </Shown>
      <Shown as="With words of its own">
        <LoadingIndicator label="Sending to tote…" />
      </Shown>
      <Shown as="In the shape of what comes">
        <Skeleton kind="row" rows={2} />
        <Skeleton kind="order" />
      </Shown>
      <Shown as="In a button">
        <PrimaryButton busy busyText="Sending…">
          Place bet
        </PrimaryButton>
      </Shown>
    </PiecePage>
  );
}

export function PopupPage(): ReactNode {
  const [isOpen, setOpen] = useState(true);
  return (
    <PiecePage title="Popup with mask">
      <Shown as="Closed by Esc, by the mask, by its button">
        <Button onPress={() => setOpen(true)}>Open</Button>
      </Shown>
      <Popup
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Leave the club?"
        foot={
          <>
            <Button onPress={() => setOpen(false)}>Stay</Button>
            <Button kind="danger" onPress={() => setOpen(false)}>
              Leave
            </Button>
          </>
        }
      >
        <p>You are signed out on this device. Your bets stay as they are.</p>
      </Popup>
    </PiecePage>
  );
}

export function LoadMorePage(): ReactNode {
  return (
    <PiecePage title="Load more">
      <Shown as="There is more">
        <LoadMore hasMore loading={false} onReach={nothing} />
      </Shown>
      <Shown as="On its way">
        <LoadMore hasMore loading onReach={nothing} />
      </Shown>
      <Shown as="That is all">
        <LoadMore hasMore={false} loading={false} onReach={nothing} />
      </Shown>
    </PiecePage>
  );
}

export function TabsPage(): ReactNode {
  const [tab, setTab] = useState("open");
  const [segment, setSegment] = useState("combination");
  const items = [
    { id: "open", label: "Open", count: 2 },
    { id: "settled", label: "Settled" },
    { id: "all", label: "All" },
  ].map((item) => ({ ...item, onPress: () => setTab(item.id) }));
  return (
    <PiecePage title="Tabs">
      <TabSwitch label="Bets" items={items} currentId={tab} />
      <Shown as="A choice of few">
        <Segmented
          label="Stake"
          value={segment}
          onChange={setSegment}
          options={[
            { id: "combination", label: "Per combination" },
            { id: "total", label: "Total" },
          ]}
        />
      </Shown>
    </PiecePage>
  );
}

/** One colour in the place of a picture: a gallery has no stream. */
function Frame(props: {
  readonly note?: string;
  readonly paused?: boolean;
  readonly broken?: boolean;
}): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <LiveFrame
      video={video}
      label="Live pictures: Wattle Ridge"
      tag="LIVE"
      caption="Wattle Ridge R5"
      note={props.note}
      place="page"
      play={props.paused ? { label: "Play", onPress: nothing } : undefined}
      acts={[
        { icon: "pause", label: "Pause", onPress: nothing },
        { icon: "live", label: "Picture in picture", onPress: nothing },
      ]}
      trouble={
        props.broken ? (
          <>
            <p>The pictures do not come.</p>
            <Button onPress={nothing}>Try again</Button>
          </>
        ) : undefined
      }
    />
  );
}

export function LivePage(): ReactNode {
  return (
    <PiecePage title="Live">
      <Shown as="Playing">
        <Frame note="Drawn pictures, not a race that is run" />
      </Shown>
      <Shown as="Standing still">
        <Frame paused />
      </Shown>
      <Shown as="It does not come">
        <Frame broken />
      </Shown>
    </PiecePage>
  );
}

export function BarsPage(): ReactNode {
  return (
    <AppShell
      header={
        <TopBar
          kind="green"
          brand
          title="Horse Club"
          balance="$1,264.50"
          balanceHref="#"
          balanceLabel="Balance $1,264.50"
          actions={[{ icon: "bell", label: "Notices", dot: true, onPress: nothing }]}
        />
      }
      floating={
        <FloatingButton icon="ticket" onPress={nothing}>
          Bet slip
        </FloatingButton>
      }
      tabBar={
        <TabBar
          label="Main"
          items={[
            { id: "races", label: "Races", icon: "races", href: "#races" },
            { id: "sports", label: "Sports", icon: "ball", href: "#sports" },
            {
              id: "bets",
              label: "Bets",
              icon: "bets",
              href: "#bets",
              badge: 2,
              badgeLabel: "2 open bets",
            },
            { id: "account", label: "Account", icon: "account", href: "#account" },
          ]}
          currentId="races"
        />
      }
    >
      <EmptyState title="Bottom bar and floating button" text="The button stands above the bar." />
    </AppShell>
  );
}

/** Those of the home page; the others are listed by their own file. */
const FIRST_ICONS: readonly IconName[] = [
  "account",
  "alert",
  "back",
  "ball",
  "bell",
  "bets",
  "calendar",
  "check",
  "chevron-down",
  "chevron-right",
  "close",
  "info",
  "lock",
  "offline",
  "races",
  "refresh",
  "star",
];

export function IconsPage(): ReactNode {
  const names = [...FIRST_ICONS, ...(Object.keys(MORE_ICONS) as IconName[])];
  return (
    <PiecePage title="Icons">
      <Shown as={`${names.length} drawings`}>
        <ul className="gallery-icons">
          {names.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </Shown>
    </PiecePage>
  );
}

export function CardPage(): ReactNode {
  return (
    <PiecePage title="Card">
      <div className="stack pad gap-3">
        <Card>
          <p>Only a body.</p>
        </Card>
        <Card title="With a head" end={<Button kind="text">Show all</Button>}>
          <p>
            A title that is long goes to a second line, and the act beside it keeps its place at the
            right.
          </p>
        </Card>
        <Card title="With a foot" foot={<Button wide>Act</Button>}>
          <p>What the act is about.</p>
        </Card>
      </div>
    </PiecePage>
  );
}

const KINDS = ["fade", "up", "down", "start", "end", "zoom"] as const;

export function TransitionPage(): ReactNode {
  const [isShown, setShown] = useState(true);
  return (
    <PiecePage title="Transition, 300 ms">
      <Shown as="Comes and goes">
        <Button onPress={() => setShown(!isShown)}>{isShown ? "Go" : "Come"}</Button>
      </Shown>
      {KINDS.map((kind) => (
        <Shown key={kind} as={kind}>
          <Transition shown={isShown} kind={kind}>
            <Card>
              <p>{kind}</p>
            </Card>
          </Transition>
        </Shown>
      ))}
    </PiecePage>
  );
}

export function PressPage(): ReactNode {
  const [done, setDone] = useState("nothing yet");
  const press = useLongPress(() => setDone("a long press"));
  return (
    <PiecePage title="Long press and toast">
      <Shown as="350 ms, 10 px">
        <p id="pressed">{done}</p>
        <div {...press}>
          <Button wide onPress={() => setDone("a tap")}>
            Hold or tap
          </Button>
        </div>
        <Button onPress={() => setDone("the other way")}>The other way to it</Button>
      </Shown>
      <Shown as="1500 ms">
        <Button onPress={() => showToast("Currently offline")}>Toast</Button>
        <Button onPress={() => showToast("Bet type changed", { label: "Undo", onPress: nothing })}>
          Toast with an act
        </Button>
      </Shown>
    </PiecePage>
  );
}

export function InstallPage(): ReactNode {
  return (
    <PiecePage title="Install prompt">
      <InstallCard
        text="Opens at once, also without a connection."
        onInstall={nothing}
        onDismiss={nothing}
      />
    </PiecePage>
  );
}

const code = Promise.withResolvers<{ readonly default: ComponentType }>();
const Part = lazyPage(() => code.promise);

/** Code that comes at the worst moment: its part was drawn without it, and has no effects yet. */
export function LatePage(): ReactNode {
  useLayoutEffect(() => code.resolve({ default: () => <p>Here</p> }), []);
  return (
    <PiecePage title="Code that comes late">
      <Shown as="between the drawing and its effects">
        <Part waiting={<p>On its way</p>} />
      </Shown>
    </PiecePage>
  );
}
