import { formatDay, formatMoney } from "@club/i18n";
import {
  Button,
  EmptyState,
  ErrorState,
  Figure,
  FigureGrid,
  FriendRow,
  InviteBoard,
  ListGroup,
  LoadMore,
  Section,
  Skeleton,
  Tag,
  TimeLine,
  type TagTone,
} from "@club/ui";
import type { ReactNode } from "react";
import { useFriends, useInvitation, type Friend, type Invitation } from "../../api/invitations.ts";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { copyText, reportOf } from "../../core/texts.ts";
import { Screen } from "../../shell/Screen.tsx";
import { deviceZone } from "../../device/zone.ts";
import "../../shell/pages.css";

/** The player's invitation: code, link, picture, and who came. Route: /pages/invitation/index */
export function InviteScreen(): ReactNode {
  const t = useT();
  const query = useInvitation();
  const friends = useFriends();
  const { data } = query;
  return (
    <Screen
      id="invite"
      onRefresh={() => Promise.all([query.refetch(), friends.refetch()])}
      updatedAt={query.dataUpdatedAt}
    >
      {query.isPending && (
        <>
          <Skeleton kind="board" />
          <Skeleton kind="row" rows={4} />
        </>
      )}
      {query.isError && data === undefined && (
        <ErrorState
          title={t("invite.failed")}
          onRetry={() => void query.refetch()}
          reference={reportOf(t, query.error)}
        />
      )}
      {data !== undefined && (
        <>
          <Board invitation={data} />
          <Sums invitation={data} />
          <Friends query={friends} />
          <HowItWorks invitation={data} />
        </>
      )}
    </Screen>
  );
}

function useMoney(): (cents: number) => string {
  const t = useT();
  const currency = useCurrency();
  return (cents) => formatMoney(cents, currency, t.language);
}

function Board({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const t = useT();
  const money = useMoney();
  const { link, reward_cents: reward } = invitation;
  return (
    <InviteBoard
      picture={`data:image/svg+xml,${encodeURIComponent(invitation.qr_svg)}`}
      pictureLabel={t("invite.qr")}
      codeLabel={t("invite.yourCode")}
      code={invitation.invite_code}
      text={reward > 0 ? t("invite.reward", { amount: money(reward) }) : t("invite.plain")}
      acts={
        <>
          <Button kind="primary" icon="share" onPress={() => void shareLink(t, link)}>
            {t("invite.share")}
          </Button>
          <Button icon="copy" onPress={() => void copyText(t, link)}>
            {t("act.copy")}
          </Button>
        </>
      }
    />
  );
}

function Sums({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const t = useT();
  const money = useMoney();
  const { invited, rewarded, rewarded_cents: cents, reward_cents: reward } = invitation;
  const isRewarding = reward > 0 || rewarded > 0;
  return (
    <Section flush>
      <FigureGrid>
        <Figure label={t("invite.joined")} value={invited} />
        {isRewarding && <Figure label={t("invite.rewarded")} value={rewarded} />}
        {isRewarding && (
          <Figure label={t("invite.rewards")} value={money(cents)} tone="turf" align="end" />
        )}
      </FigureGrid>
    </Section>
  );
}

const TONES: Readonly<Record<Friend["state"], TagTone>> = {
  joined: "plain",
  on_the_way: "brass",
  rewarded: "turf",
};

function Friends({ query }: { readonly query: ReturnType<typeof useFriends> }): ReactNode {
  const t = useT();
  const money = useMoney();
  const friends = query.data?.pages.flatMap((page) => page.list) ?? [];
  if (query.isPending) return <Skeleton kind="row" rows={3} />;
  if (friends.length === 0) {
    return <EmptyState title={t("invite.nobody")} text={t("invite.nobodyText")} />;
  }
  return (
    <ListGroup title={t("invite.who")}>
      <ul>
        {friends.map((friend) => (
          <FriendRow
            key={friend.invitation_id}
            name={friend.name}
            meta={t("invite.joinedOn", {
              day: formatDay(friend.joined_at, deviceZone(), t.language),
            })}
            end={
              <>
                <Tag tone={TONES[friend.state]}>{t(`invite.state.${friend.state}`)}</Tag>
                {friend.reward_cents > 0 && (
                  <span className="fig">{money(friend.reward_cents)}</span>
                )}
              </>
            }
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore
          hasMore
          loading={query.isFetchingNextPage}
          onReach={() => void query.fetchNextPage()}
        />
      )}
    </ListGroup>
  );
}

function HowItWorks({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const t = useT();
  const money = useMoney();
  const { reward_cents: reward, monthly_cap: cap } = invitation;
  const isRewarding = reward > 0;
  const steps = isRewarding
    ? [t("invite.step1"), t("invite.step2"), t("invite.step3", { amount: money(reward) })]
    : [t("invite.step1"), t("invite.step3Plain")];
  return (
    <Section title={t("invite.how")}>
      <TimeLine
        label={t("invite.how")}
        steps={steps.map((title, index) => ({ id: String(index), title, state: "next" }))}
      />
      {isRewarding && <p className="mute">{t("invite.cap", { n: cap })}</p>}
    </Section>
  );
}

/** Hands the link to the device's share sheet; where there is none it is copied. */
export async function shareLink(t: T, link: string): Promise<void> {
  const data = {
    title: t("app.name"),
    text: t("invite.shareText", { club: t("app.name") }),
    url: link,
  };
  const { share } = navigator as { readonly share?: (data: ShareData) => Promise<void> };
  if (share === undefined) return await copyText(t, link);
  try {
    await share.call(navigator, data);
  } catch (error) {
    // Somebody who changes their mind has done nothing wrong.
    if ((error as Error).name !== "AbortError") await copyText(t, link);
  }
}
