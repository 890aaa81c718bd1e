import type { SettingField } from "@club/contract";
import { ClubMark, showToast, Toggle } from "@club/ui";
import { ConsoleButton, ConsoleField, ConsoleSelect, DropZone } from "@club/ui/console";
import type { ReactNode } from "react";
import { useT, type T } from "../../core/lang.ts";
import { textOfCents } from "../../core/typed.ts";

interface InputProps {
  readonly field: SettingField;
  readonly value: string | boolean;
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string | boolean) => void;
}

/** One setting by its kind; a value that is not the club's own says what would hold without it. */
export function SettingInput(props: InputProps): ReactNode {
  const t = useT();
  const { field, disabled, onChange } = props;
  const label = t.find(`clubSetting.field.${field.name}`) ?? field.name;
  const value = String(props.value);
  switch (field.kind) {
    case "toggle":
      return (
        <Toggle
          label={label}
          checked={props.value === true}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "choice":
      return (
        <ConsoleSelect
          label={label}
          value={value}
          disabled={disabled}
          options={field.choices.map((id) => ({
            id,
            label: t.find(`clubSetting.choice.${id}`) ?? id,
          }))}
          onChange={onChange}
        />
      );
    case "colour":
      return <ColourInput {...props} label={label} />;
    case "picture":
      return <LogoInput {...props} label={label} />;
    case "text":
    case "whole":
    case "cents":
      return (
        <ConsoleField
          label={label}
          value={value}
          disabled={disabled}
          error={props.error}
          hint={hintOf(t, field)}
          lines={(field.most ?? 0) > 254 && field.kind === "text" ? 3 : undefined}
          onChange={onChange}
        />
      );
  }
}

function hintOf(t: T, { kind, least, most, fallback }: SettingField): string | undefined {
  const shown = (value: number) => (kind === "cents" ? textOfCents(value) : String(value));
  if (kind !== "text" && least !== null && most !== null) {
    return t("clubSetting.bounds", { least: shown(least), most: shown(most) });
  }
  return fallback === "" ? undefined : t("clubSetting.fallback", { value: String(fallback) });
}

type LabelledProps = InputProps & { readonly label: string };

function ColourInput({ label, value, disabled, error, onChange }: LabelledProps): ReactNode {
  const colour = String(value);
  return (
    <div className="setting-colour">
      <ConsoleField
        label={label}
        value={colour}
        disabled={disabled}
        error={error}
        onChange={(text) => onChange(text.toLowerCase())}
      />
      <input
        type="color"
        aria-label={label}
        value={/^#[0-9a-f]{6}$/.test(colour) ? colour : "#000000"}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function LogoInput({ label, value, disabled, onChange }: LabelledProps): ReactNode {
  const t = useT();
  const take = async (file: File) => {
    if (file.type !== "image/png") showToast(t("refusal.setting.logo"));
    else onChange(await dataAddressOf(file));
  };
  return (
    <div className="setting-logo">
      <ClubMark logo={value === "" ? null : String(value)} />
      {!disabled && (
        <DropZone
          title={label}
          hint={t("clubSetting.logoHint")}
          accept="image/png"
          onFile={(file) => void take(file)}
        />
      )}
      {value !== "" && !disabled && (
        <ConsoleButton onPress={() => onChange("")}>{t("clubSetting.noLogo")}</ConsoleButton>
      )}
    </div>
  );
}

async function dataAddressOf(file: File): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}
