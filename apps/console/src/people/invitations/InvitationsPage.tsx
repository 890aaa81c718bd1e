import type { OperatorInvitation } from "@club/contract";
import { INVITATION_SORTS } from "@club/contract/choices";
import { formatDate, formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import {
  ConsoleButton,
  DataTable,
  FactList,
  Panel,
  Tag,
  type DataColumn,
  type TagTone,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { refuse, release, useInvitations } from "../../api/invitations.ts";
import { useAct } from "../../api/use-act.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { useOrder } from "../../core/table-order.ts";
import { clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { ConsoleFrame } from "../../shell/ConsoleFrame.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { signsOfAbuse } from "./abuse.ts";
import { RulesPanel } from "./RulesPanel.tsx";
import "../../shell/review.css";

const TONES: Readonly<Record<OperatorInvitation["state"], TagTone>> = {
  joined: "plain",
  due: "brass",
  asked: "firm",
  rewarded: "turf",
  refused: "plain",
};

/** Who invited whom, what speaks against a reward, and the rules. Route: /invitations */
export function InvitationsPage(): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const order = useOrder(INVITATION_SORTS, "-joined");
  const query = useInvitations(order.by);
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const list = query.data?.list;
  const rules = query.data?.rules;
  const chosen = list?.find((one) => one.invitation_id === chosenId) ?? list?.[0];
  return (
    <ConsoleFrame title={t("route.invitations")} meta={t("invites.meta")}>
      <div className="columns-queue">
        <Panel title={t("route.invitations")}>
          <Listing query={query}>
            {({ list: invitations }) => (
              <DataTable
                label={t("route.invitations")}
                rows={invitations}
                order={order}
                rowId={(one) => one.invitation_id}
                selectedId={chosen?.invitation_id}
                onSelect={setChosenId}
                globalKeys
                empty={t("invites.none")}
                rowTone={({ failed }) => (signsOfAbuse(failed).length > 0 ? "loss" : undefined)}
                columns={columnsOf(t, currency)}
              />
            )}
          </Listing>
        </Panel>
        <div className="rows">
          {chosen !== undefined && <Chosen key={chosen.invitation_id} invitation={chosen} />}
          {rules !== undefined && <RulesPanel rules={rules} />}
        </div>
      </div>
    </ConsoleFrame>
  );
}

function columnsOf(t: T, currency: string): DataColumn<OperatorInvitation>[] {
  return [
    column.strong("inviter", t("invites.inviter"), (one) => (
      <a href={hrefOf("player", one.inviter_id)}>{one.inviter_name}</a>
    )),
    column.text("invited", t("invites.invited"), (one) => (
      <a href={hrefOf("player", one.invited_id)}>{one.invited_name}</a>
    )),
    column.mute("joined", t("invites.joined"), (one) =>
      formatDate(one.joined_at, clubZone(), t.language),
    ),
    column.text("signs", t("invites.signs"), (one) => <Signs failed={one.failed} />),
    column.figure("reward", t("invites.reward"), ({ reward_cents: cents }) =>
      cents === 0 ? "–" : formatMoney(cents, currency, t.language, { plain: true }),
    ),
    column.text("state", t("invites.state"), ({ state }) => (
      <Tag tone={TONES[state]}>{t(`invites.state.${state}`)}</Tag>
    )),
  ];
}

function Signs({ failed }: { readonly failed: OperatorInvitation["failed"] }): ReactNode {
  const t = useT();
  const abuse = signsOfAbuse(failed);
  const shown = abuse.length > 0 ? abuse : failed;
  if (shown.length === 0) return "–";
  return (
    <span className={abuse.length > 0 ? "loss" : "mute"}>
      {shown.map((check) => t(`invites.check.${check}`)).join(", ")}
    </span>
  );
}

function Chosen({ invitation }: { readonly invitation: OperatorInvitation }): ReactNode {
  const t = useT();
  const abuse = signsOfAbuse(invitation.failed).length;
  return (
    <Panel
      title={invitation.invited_name}
      meta={abuse > 0 && <Tag tone="loss">{t("invites.abuse", { n: abuse })}</Tag>}
    >
      <FactList
        facts={[
          { label: t("invites.inviter"), value: invitation.inviter_name },
          { label: t("invites.state"), value: t(`invites.state.${invitation.state}`) },
          { label: t("invites.signs"), value: <Signs failed={invitation.failed} /> },
        ]}
      />
      {invitation.reason !== null && <p className="case-text">{invitation.reason}</p>}
      <Acts invitation={invitation} />
    </Panel>
  );
}

function Acts({ invitation }: { readonly invitation: OperatorInvitation }): ReactNode {
  const t = useT();
  const mayRelease = useMay("POST /api/operator/invitations/:invitation_id/release");
  const mayRefuse = useMay("POST /api/operator/invitations/:invitation_id/refuse");
  const [isRefusing, setRefusing] = useState(false);
  const asking = useAct(
    async () => {
      await release({ invitation_id: invitation.invitation_id });
      showToast(t("invites.asked"));
    },
    { toast: true },
  );
  const { state } = invitation;
  if (state === "rewarded" || state === "refused") return null;
  return (
    <div className="case-acts">
      {state === "due" && mayRelease && (
        <ConsoleButton kind="primary" busy={asking.busy} onPress={() => void asking.run()}>
          {t("invites.release")}
        </ConsoleButton>
      )}
      {mayRefuse && (
        <ConsoleButton kind="danger" onPress={() => setRefusing(true)}>
          {t("invites.refuse")}
        </ConsoleButton>
      )}
      {isRefusing && <RefuseDialog invitation={invitation} onClose={() => setRefusing(false)} />}
    </div>
  );
}

function RefuseDialog(props: {
  readonly invitation: OperatorInvitation;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { invitation, onClose } = props;
  const run = async (reason: string) => {
    await refuse({ invitation_id: invitation.invitation_id, reason });
    return t("invites.refused");
  };
  return (
    <AskDialog
      title={t("invites.refuseTitle", { name: invitation.invited_name })}
      text={t("invites.refuseText")}
      label={t("invites.refuse")}
      danger
      reason="needed"
      run={run}
      onClose={onClose}
    />
  );
}
