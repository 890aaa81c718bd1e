import { Button, Icon, Sheet } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useT } from "../../core/lang.ts";
import type { CompetitionCount } from "./board.ts";
import {
  foldAll,
  showAllOf,
  toggleCompetition,
  useChosenCompetitions,
  useFoldedCompetitions,
} from "./competition-choice.ts";

interface Props {
  /** Those of the list, whether shown or not. */
  readonly competitions: readonly CompetitionCount[];
  /** The names of those that the board shows. */
  readonly shown: readonly string[];
  /** The sports of the list: a choice for other sports does not count here. */
  readonly sports: readonly string[];
}

/** Which competitions are shown, and a fold for all of them; nothing where there is only one. */
export function CompetitionBar({ competitions, shown, sports }: Props): ReactNode {
  const t = useT();
  const chosen = useChosenCompetitions().filter((id) =>
    sports.some((sport) => id.startsWith(`${sport} `)),
  );
  const folded = useFoldedCompetitions();
  const [isOpen, setOpen] = useState(false);
  if (competitions.length < 2 && chosen.length === 0) return null;
  const [only] = shown;
  const isAllFolded = shown.every((name) => folded.includes(name));
  return (
    <div className="competition-bar">
      <button
        type="button"
        className="choice"
        aria-haspopup="dialog"
        aria-pressed={chosen.length > 0}
        onClick={() => setOpen(true)}
      >
        <Icon name="filter" />
        <span>
          {chosen.length === 0
            ? t("sport.competitions.all")
            : shown.length === 1 && only !== undefined
              ? only
              : t("sport.competitions.some", { n: shown.length })}
        </span>
        <Icon name="chevron-down" />
      </button>
      {shown.length > 1 && (
        <Button kind="text" onPress={() => foldAll(shown, !isAllFolded)}>
          {t(isAllFolded ? "sport.unfoldAll" : "sport.foldAll")}
        </Button>
      )}
      <Chooser
        competitions={competitions}
        chosen={chosen}
        open={isOpen}
        onAll={() => showAllOf(sports)}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

/** Every competition with its matches; a tap shows or hides it, none chosen shows all. */
function Chooser(props: {
  readonly competitions: readonly CompetitionCount[];
  readonly chosen: readonly string[];
  readonly open: boolean;
  readonly onAll: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { competitions, chosen, open, onClose } = props;
  const total = competitions.reduce((sum, { count }) => sum + count, 0);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("sport.competitions")}
      foot={
        <div className="acts">
          <Button kind="primary" size="large" onPress={onClose}>
            {t("act.done")}
          </Button>
        </div>
      }
    >
      <div role="group" aria-label={t("sport.competitions")} className="sport-formats">
        <Row
          name={t("sport.competitions.all")}
          count={total}
          isChosen={chosen.length === 0}
          onPress={props.onAll}
        />
        {competitions.map(({ id, name, count }) => (
          <Row
            key={id}
            name={name}
            count={count}
            isChosen={chosen.includes(id)}
            onPress={() => toggleCompetition(id)}
          />
        ))}
      </div>
    </Sheet>
  );
}

function Row(props: {
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      className="type-option"
      aria-pressed={props.isChosen}
      onClick={props.onPress}
    >
      <span>
        {props.name}
        <small>{t("sport.matches", { n: props.count })}</small>
      </span>
      <Icon name="check" />
    </button>
  );
}
