import type { OperatorMeeting } from "@club/contract";
import { MULTI_POOL_CODES, type MultiPoolCode, poolOf } from "@club/domain";
import { clubNow, showToast } from "@club/ui";
import { ConsoleButton, ConsoleDialog, ConsoleField, ConsoleSelect, Tag } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { sendLayout, useMultiPools } from "../../api/multi-pools.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { ErrorNotice } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { LegStrip } from "./LegStrip.tsx";
import {
  draftFault,
  draftOf,
  inOrder,
  legFault,
  wishOf,
  type LaidRace,
  type PoolDraft,
} from "./multi-layout.ts";
import "../race.css";

/** Lays out the pools of several races of one of the day's meetings. */
export function LayMultiPools(props: { readonly meetings: readonly OperatorMeeting[] }): ReactNode {
  const t = useT();
  const may = useMay("PUT /api/operator/meetings/:event_id/multi-pools");
  const { meetings } = props;
  const [eventId, setEventId] = useState<string | undefined>(undefined);
  const meeting = meetings.find(({ event_id }) => event_id === eventId);
  if (!may || meetings.length === 0) return null;
  return (
    <>
      <ConsoleButton onPress={() => setEventId(meetings[0]?.event_id)}>
        {t("multi.act")}
      </ConsoleButton>
      {meeting !== undefined && (
        <LayoutDialog
          key={meeting.event_id}
          meeting={meeting}
          onClose={() => setEventId(undefined)}
        >
          <ConsoleSelect
            label={t("cards.meeting")}
            value={meeting.event_id}
            onChange={setEventId}
            options={meetings.map(({ event_id, meetings: name }) => ({
              id: event_id,
              label: name,
            }))}
          />
        </LayoutDialog>
      )}
    </>
  );
}

interface LayoutDialogProps {
  readonly meeting: OperatorMeeting;
  /** The choice of the meeting. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

function LayoutDialog(props: LayoutDialogProps): ReactNode {
  const t = useT();
  const { meeting, onClose } = props;
  const layout = useLayout(props);
  return (
    <ConsoleDialog
      title={`${t("multi.act")} · ${meeting.meetings}`}
      size="wide"
      onClose={onClose}
      onSubmit={() => layout.missing === undefined && !layout.lay.busy && void layout.lay.run()}
      acts={
        <>
          <ConsoleButton onPress={onClose}>{t("act.cancel")}</ConsoleButton>
          <ConsoleButton
            kind="primary"
            type="submit"
            keyCap="⏎"
            busy={layout.lay.busy}
            reason={layout.missing}
          >
            {t("act.save")}
          </ConsoleButton>
        </>
      }
    >
      <div className="form">
        <p className="mute">{t("multi.text")}</p>
        {props.children}
        <Listing query={layout.query} rows={3}>
          {() => (
            <div className="multi-drafts">
              {layout.drafts.length === 0 && <p className="mute">{t("multi.none")}</p>}
              {layout.drafts.map((draft) => (
                <DraftFields key={draft.id} draft={draft} meeting={meeting} layout={layout} />
              ))}
            </div>
          )}
        </Listing>
        <div className="acts">
          {MULTI_POOL_CODES.map((code) => (
            <ConsoleButton key={code} onPress={() => layout.add(code)}>
              {t("multi.add", { pool: t(`pool.${code}`) })}
            </ConsoleButton>
          ))}
        </div>
        <ErrorNotice text={layout.lay.error} />
      </div>
    </ConsoleDialog>
  );
}

type Layout = ReturnType<typeof useLayout>;

function useLayout({ meeting, onClose }: LayoutDialogProps) {
  const t = useT();
  const query = useMultiPools(meeting.event_id);
  const [own, setOwn] = useState<readonly PoolDraft[] | undefined>(undefined);
  const stored = (query.data ?? []).map(draftOf);
  const drafts = own ?? stored;
  const faults = drafts.flatMap((draft) => draftFault(draft, drafts) ?? []);
  const lay = useAct(async () => {
    await sendLayout({ event_id: meeting.event_id, multi_pools: drafts.map(wishOf) });
    showToast(t("multi.done", { n: drafts.length, meeting: meeting.meetings }));
    onClose();
  });
  const isSame = JSON.stringify(drafts.map(wishOf)) === JSON.stringify(stored.map(wishOf));
  const fault = faults[0];
  return {
    query,
    drafts,
    lay,
    missing:
      fault === undefined ? (isSame ? t("offer.same") : undefined) : t(`multi.fault.${fault}`),
    add: (code: MultiPoolCode) =>
      setOwn([
        ...drafts,
        {
          id: crypto.randomUUID(),
          code,
          name: freeName(t(`pool.${code}`), drafts),
          races: lastRaces(code, meeting.races),
          guarantee: "",
          isUsed: false,
        },
      ]),
    change: (next: PoolDraft) =>
      setOwn(drafts.map((draft) => (draft.id === next.id ? next : draft))),
    remove: (id: string) => setOwn(drafts.filter((draft) => draft.id !== id)),
  };
}

/** "Quaddie", then "Quaddie 2". */
function freeName(name: string, drafts: readonly PoolDraft[]): string {
  const taken = new Set(drafts.map((draft) => draft.name.trim()));
  let at = 1;
  while (taken.has(at === 1 ? name : `${name} ${at}`)) at += 1;
  return at === 1 ? name : `${name} ${at}`;
}

/** The last races that can be legs, as such pools are usually laid out. */
function lastRaces(code: MultiPoolCode, races: readonly LaidRace[]): number[] {
  const blank = { id: "", code, name: "", races: [], guarantee: "", isUsed: false };
  const free = inOrder(races).filter((race) => legFault(blank, race, clubNow()) === undefined);
  return free.slice(-poolOf(code).legs).map(({ raceNo }) => raceNo);
}

interface DraftProps {
  readonly draft: PoolDraft;
  readonly meeting: OperatorMeeting;
  readonly layout: Layout;
}

function DraftFields({ draft, meeting, layout }: DraftProps): ReactNode {
  const t = useT();
  const fault = draftFault(draft, layout.drafts);
  const { legs } = poolOf(draft.code);
  const kind = t(`pool.${draft.code}`);
  return (
    <fieldset className="multi-draft">
      <legend>
        {kind} <span className="mute">{t("multi.legs", { n: draft.races.length, of: legs })}</span>
        {draft.isUsed && <Tag tone="brass">{t("multi.used")}</Tag>}
      </legend>
      <div className="multi-fields">
        <ConsoleField
          label={t("multi.name")}
          value={draft.name}
          onChange={(name) => layout.change({ ...draft, name })}
          disabled={draft.isUsed}
          error={fault === "name" || fault === "twice" ? t(`multi.fault.${fault}`) : undefined}
        />
        <ConsoleField
          label={t("multi.guarantee", { currency: meeting.currency })}
          value={draft.guarantee}
          onChange={(guarantee) => layout.change({ ...draft, guarantee })}
          disabled={draft.isUsed || meeting.dividends === "declared"}
          hint={meeting.dividends === "declared" ? t("multi.noGuarantee") : undefined}
          error={fault === "guarantee" ? t("declare.wrong") : undefined}
        />
        {!draft.isUsed && (
          <ConsoleButton
            kind="text"
            label={t("multi.removeOf", { name: draft.name })}
            onPress={() => layout.remove(draft.id)}
          >
            {t("multi.remove")}
          </ConsoleButton>
        )}
      </div>
      <LegStrip draft={draft} meeting={meeting} onChange={layout.change} />
      {fault === "legs" && <p className="loss small">{t("multi.fault.legs")}</p>}
    </fieldset>
  );
}
