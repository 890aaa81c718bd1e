import { Button, ErrorState, Markdown, Section, Skeleton } from "@club/ui";
import { useState, type ReactNode } from "react";
import { useHelp } from "../../api/content.ts";
import { useClubFace } from "../../core/club-face.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { useSession } from "../../core/session.ts";
import { Screen } from "../../shell/Screen.tsx";

/** Help lines and registers in the player's language, also before signing in, and a self-check. */
export function HelpView(): ReactNode {
  const t = useT();
  const isSignedIn = useSession() !== null;
  const help = useHelp();
  return (
    <Screen id="protection" title={t("help.title")} updatedAt={help.dataUpdatedAt}>
      {!isSignedIn && (
        <Section>
          <p>{t("protection.signIn")}</p>
          <Button wide href={hrefOf("login")}>
            {t("act.signIn")}
          </Button>
        </Section>
      )}
      <ClubHelp />
      {help.isPending && <Skeleton kind="row" rows={6} />}
      {help.isError && help.data === undefined && (
        <ErrorState title={t("help.failed")} onRetry={() => void help.refetch()} />
      )}
      {help.data !== undefined && (
        <Section title={help.data.title}>
          <Markdown text={help.data.body} />
        </Section>
      )}
      <SelfCheck />
    </Screen>
  );
}

/** Whom this club names itself. */
function ClubHelp(): ReactNode {
  const face = useClubFace();
  if (face === null) return null;
  const { helpline_text: text, help_mail: mail } = face;
  const phones = [face.helpline_phone, face.help_phone].filter((phone) => phone !== "");
  if (text === "" && mail === "" && phones.length === 0) return null;
  return (
    <Section title={face.name}>
      {text !== "" && <p>{text}</p>}
      {phones.map((phone) => (
        <p key={phone}>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>
        </p>
      ))}
      {mail !== "" && (
        <p>
          <a href={`mailto:${mail}`}>{mail}</a>
        </p>
      )}
    </Section>
  );
}

const QUESTIONS = [1, 2, 3, 4, 5, 6] as const;
const ANSWERS = ["never", "sometimes", "often"] as const;
const CARE_FROM = 2;
const HARM_FROM = 5;

/** Six questions; answers stay in this component and nowhere else. */
function SelfCheck(): ReactNode {
  const t = useT();
  const [answers, setAnswers] = useState<Readonly<Record<number, number>>>({});
  const points = Object.values(answers).reduce((sum, answer) => sum + answer, 0);
  const isDone = QUESTIONS.every((question) => answers[question] !== undefined);
  return (
    <Section title={t("selfcheck.title")}>
      <p className="mute">{t("selfcheck.how")}</p>
      {QUESTIONS.map((question) => (
        <fieldset key={question} className="selfcheck">
          <legend>{t(`selfcheck.${question}`)}</legend>
          <div className="break-days">
            {ANSWERS.map((answer, worth) => (
              <button
                key={answer}
                type="button"
                className="choice"
                aria-pressed={answers[question] === worth}
                onClick={() => setAnswers({ ...answers, [question]: worth })}
              >
                {t(`selfcheck.${answer}`)}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      <div role="status">{isDone && <p className="selfcheck-result">{t(resultOf(points))}</p>}</div>
    </Section>
  );
}

function resultOf(points: number): "selfcheck.calm" | "selfcheck.care" | "selfcheck.harm" {
  if (points >= HARM_FROM) return "selfcheck.harm";
  return points >= CARE_FROM ? "selfcheck.care" : "selfcheck.calm";
}
