import { type BetTypeIndex, betTypeOf, type Slots } from "@club/domain";
import { Cloth, Section, Tag } from "@club/ui";
import { Fragment, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import { EXAMPLES, FINISHES, wins } from "./examples.ts";
import { FinishDrawing } from "./FinishDrawing.tsx";
import type { LegNumber } from "./work-out.ts";

/** A finish, and what wins and loses with it. */
export function BetExample({ betType }: { readonly betType: BetTypeIndex }): ReactNode {
  const t = useT();
  const { legs } = betTypeOf(betType);
  return (
    <Section label={t("rules.example")} title={t("rules.example")}>
      {FINISHES.slice(0, legs).map((finish, at) => (
        <Fragment key={at}>
          {legs > 1 && <p className="mute">{t(`rules.leg.${(at + 1) as LegNumber}`)}</p>}
          <FinishDrawing finish={finish} />
        </Fragment>
      ))}
      <ul className="example-rows">
        {EXAMPLES[betType].map(({ slots, note }) => (
          <li key={JSON.stringify(slots)}>
            <SlotCloths slots={slots} />
            <span>{t(`rules.note.${note}`)}</span>
            {wins(betType, slots) ? (
              <Tag tone="turf" icon="check">
                {t("rules.wins")}
              </Tag>
            ) : (
              <Tag>{t("rules.loses")}</Tag>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SlotCloths({ slots }: { readonly slots: Slots }): ReactNode {
  return (
    <span className="example-cloths">
      {slots.map((slot, index) => (
        <Fragment key={index}>
          {index > 0 && <span className="example-gap" aria-hidden="true" />}
          {slot.map((number) => (
            <Cloth key={number} number={number} size="small" />
          ))}
        </Fragment>
      ))}
    </span>
  );
}
