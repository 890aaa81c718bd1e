import { formatDate } from "@club/i18n";
import {
  ErrorState,
  Field,
  Sheet,
  showToast,
  Skeleton,
  ValueRow,
} from "@club/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useProfile, useSaveProfile } from "../../api/accounts.ts";
import { useT } from "../../core/lang.ts";
import { errorText } from "../../core/texts.ts";
import { SaveFoot } from "../../shell/SaveFoot.tsx";
import { ChangeForm } from "./ChangeForm.tsx";
import { MessageChoices } from "./MessageChoices.tsx";
import { deviceZone } from "../../device/zone.ts";
import "./account.css";

/** Who the player is to the club. The name can be changed here; the rest only by the club. */
export function ProfileSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { data: profile, isError, error, refetch } = useProfile();
  return (
    <Sheet open onClose={onClose} title={t("account.profile")}>
      {profile === undefined && !isError && <Skeleton kind="row" rows={4} />}
      {profile === undefined && isError && (
        <ErrorState title={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {profile !== undefined && (
        <>
          <div className="profile-facts">
            <ValueRow label={t("profile.userName")} value={profile.user_name} />
            <ValueRow label={t("profile.phone")} value={profile.phone ?? t("profile.missing")} />
            <ValueRow label={t("profile.email")} value={profile.email ?? t("profile.missing")} />
            <ValueRow
              label={t("profile.born")}
              value={
                profile.date_of_birth === null
                  ? t("profile.missing")
                  : formatDate(`${profile.date_of_birth}T00:00:00.000Z`, "UTC", t.language)
              }
            />
            <ValueRow
              label={t("profile.member")}
              value={formatDate(profile.created_at, deviceZone(), t.language)}
            />
          </div>
          <ChangeForm way="email" />
          <ChangeForm way="phone" />
          <MessageChoices />
          <NameForm name={profile.full_name ?? ""} />
          <HomeForm
            home={{
              address: profile.address ?? "",
              postcode: profile.postcode ?? "",
              country: profile.country ?? "",
            }}
          />
        </>
      )}
    </Sheet>
  );
}

function NameForm({ name }: { readonly name: string }): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState(name);
  const save = useSaveProfile();
  const isChanged = typed.trim() !== "" && typed.trim() !== name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    save.mutate({ full_name: typed.trim() }, { onSuccess: () => showToast(t("profile.saved")) });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={t("profile.fullName")}
        name="name"
        value={typed}
        onChange={setTyped}
        autoComplete="name"
        maxLength={100}
      />
      <SaveFoot save={save} reason={isChanged ? undefined : typed.trim() === "" ? t("profile.needName") : ""}>
        {t("act.save")}
      </SaveFoot>
    </form>
  );
}

const HOME_FIELDS = [
  ["address", "street-address", 300],
  ["postcode", "postal-code", 20],
  ["country", "country", 2],
] as const;
type Home = Readonly<Record<(typeof HOME_FIELDS)[number][0], string>>;

/** Where the player lives: whoever checks identities, or a register, is asked with it. */
function HomeForm({ home }: { readonly home: Home }): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState(home);
  const save = useSaveProfile();
  const given = { ...typed, country: typed.country.trim().toUpperCase() };
  const isWhole = Object.values(given).every((value) => value.trim() !== "");
  const isChanged = HOME_FIELDS.some(([key]) => given[key].trim() !== home[key]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole || !isChanged || save.isPending) return;
    save.mutate(given, { onSuccess: () => showToast(t("profile.saved")) });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      {HOME_FIELDS.map(([key, autoComplete, maxLength]) => (
        <Field
          key={key}
          label={t(`profile.home.${key}`)}
          name={key}
          value={typed[key]}
          onChange={(value) => setTyped((before) => ({ ...before, [key]: value }))}
          autoComplete={autoComplete}
          maxLength={maxLength}
        />
      ))}
      <SaveFoot save={save} reason={isWhole ? (isChanged ? undefined : "") : t("profile.home.needed")}>
        {t("profile.home.keep")}
      </SaveFoot>
    </form>
  );
}
