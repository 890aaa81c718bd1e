import { formatOddsAs, ODDS_FORMATS } from "@club/i18n";
import { Icon, Sheet } from "@club/ui";
import type { ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { setOddsFormat, useOddsFormat } from "../../core/odds-format.ts";

/** A price that all four ways write differently. */
const EXAMPLE_MILLI = 1850;

/** How odds are shown on this device, each way with the same price as its example. */
export function SportSettings(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const current = useOddsFormat();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t("sport.oddsFormat")}>
      <div role="group" aria-label={t("sport.oddsFormat")} className="sport-formats">
        {ODDS_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="type-option"
            aria-pressed={format === current}
            onClick={() => {
              setOddsFormat(format);
              props.onClose();
            }}
          >
            <span>
              {t(`sport.format.${format}`)}
              <small>{t(`sport.formatText.${format}`)}</small>
            </span>
            <b className="fig">{formatOddsAs(EXAMPLE_MILLI, format, t.language)}</b>
            <Icon name="check" />
          </button>
        ))}
      </div>
    </Sheet>
  );
}
