import { clsx } from "clsx/lite";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { callApi, type ApiResult, type Reply } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { useSession } from "#platform/use-session.ts";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { FieldMessage } from "#ui/field.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { ScriptNeeded } from "#ui/script-needed.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import {
  isAnswered,
  scale,
  yesNo,
  type FeedbackAnswers,
  type QuestionId,
  type YesNo,
} from "#features/learning/feedback/questions.ts";

type FeedbackForm = Reply<"/api/feedback">;
type Question = FeedbackForm["questions"][number];

/**
 * Saves answers with one request at a time. Answers that are given meanwhile go together into the next request. Answers
 * of a failed request are sent again with the next answer, and when the connection is back.
 */
function useSaving(token: string) {
  const unsaved = useRef<Partial<FeedbackAnswers>>({});
  const currentRun = useRef<Promise<void> | null>(null);
  const [state, setState] = useState<"none" | "saved" | "failed">("none");

  async function sendUnsaved() {
    let lastResult: ApiResult<unknown> | undefined;
    while (Object.keys(unsaved.current).length > 0) {
      const answers = unsaved.current;
      unsaved.current = {};
      lastResult = await callApi("/api/save-feedback", { token, answers });
      if (lastResult.ok) continue;
      unsaved.current = { ...answers, ...unsaved.current };
      break;
    }
    if (lastResult) setState(lastResult.ok ? "saved" : "failed");
  }
  const run = () => (currentRun.current ??= sendUnsaved().finally(() => (currentRun.current = null)));
  useEffect(() => {
    const retry = () => void run();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  });
  return {
    state,
    save: (answers: Partial<FeedbackAnswers>) => {
      unsaved.current = { ...unsaved.current, ...answers };
      void run();
    },
    /** Resolves when no request is in progress. */
    settled: async () => currentRun.current,
  };
}

function Choice({
  name,
  value,
  chosen,
  onChoose,
  className,
  children,
}: {
  name: string;
  value: string;
  chosen: boolean;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <label
      className={clsx(
        "relative grid min-h-13 cursor-pointer place-items-center rounded-[12px] border px-1 text-[1.0625rem] transition-ui",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        chosen
          ? "border-primary bg-primary font-semibold text-on-primary"
          : "border-line-2 hover:border-primary hover:text-primary",
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={chosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span>{children}</span>
    </label>
  );
}

const getYesNoLabel = (answer: YesNo) =>
  answer === "yes" ? m.common_yes() : answer === "no" ? m.common_no() : m.feedback_unsure();

interface QuestionProps {
  question: Question;
  index: number;
  answers: FeedbackAnswers;
  error: string | undefined;
  onAnswer: (answers: Partial<FeedbackAnswers>, isTyped?: boolean) => void;
  onLeave: (answers: Partial<FeedbackAnswers>) => void;
}

function Scale({ question: { id, ...text }, answers, onAnswer }: QuestionProps) {
  return (
    <>
      <div className="grid grid-cols-5 gap-2">
        {scale.map((value) => (
          <Choice
            key={value}
            name={id}
            value={String(value)}
            chosen={answers[id] === value}
            onChoose={() => onAnswer({ [id]: value })}
          >
            {value}
          </Choice>
        ))}
      </div>
      <p className="mt-2 flex justify-between gap-4 text-sm text-ink-3" id={`${id}-ends`}>
        <span>{text.low_eng && <LocalizedText eng={text.low_eng} ar={text.low_ar} />}</span>
        <span className="text-end">{text.high_eng && <LocalizedText eng={text.high_eng} ar={text.high_ar} />}</span>
      </p>
    </>
  );
}

function Control(props: QuestionProps) {
  const { question, answers, error, onAnswer, onLeave } = props;
  const { id } = question;
  if (question.kind === "scale") return <Scale {...props} />;
  if (question.kind === "yes-no")
    return (
      <div className="grid grid-cols-[1fr_1fr_1.3fr] gap-2">
        {yesNo.map((value) => (
          <Choice
            key={value}
            name={id}
            value={value}
            chosen={answers.q3 === value}
            onChoose={() => onAnswer({ q3: value })}
            className="text-base!"
          >
            {getYesNoLabel(value)}
          </Choice>
        ))}
      </div>
    );
  return (
    <>
      <textarea
        dir="auto"
        name={id}
        aria-labelledby={`${id}-text`}
        aria-describedby={clsx(`${id}-hint`, error && `${id}-error`)}
        aria-invalid={error ? true : undefined}
        maxLength={2000}
        value={answers.q5 ?? ""}
        placeholder={m.feedback_words_placeholder()}
        onChange={(event) => onAnswer({ q5: event.target.value }, true)}
        onBlur={(event) => onLeave({ q5: event.target.value.trim() || null })}
        className="control min-h-24 resize-y"
      />
      <p id={`${id}-hint`} className="mt-2 text-sm text-ink-3">
        {m.feedback_words_hint()}
      </p>
    </>
  );
}

function QuestionCard(props: QuestionProps) {
  const { question, index, error } = props;
  const { id } = question;
  return (
    <fieldset
      aria-describedby={clsx(question.kind === "scale" && `${id}-ends`, error && `${id}-error`)}
      className="min-w-0 rounded-[20px] border border-line bg-surface p-5"
    >
      <legend id={`${id}-text`} className="float-start mb-4 flex w-full gap-3 font-medium leading-normal">
        <span
          aria-hidden="true"
          className="grid size-6.5 flex-none place-items-center rounded-full bg-primary-tint text-[13px] font-semibold text-primary"
        >
          {index + 1}
        </span>
        <span>
          <LocalizedText eng={question.text_eng} ar={question.text_ar} />
          {question.required ? (
            <>
              <span aria-hidden="true" className="ms-0.5 text-danger">
                *
              </span>
              <span className="sr-only"> {m.feedback_needed()}</span>
            </>
          ) : (
            <>
              {" "}
              <small className="whitespace-nowrap text-sm font-normal text-ink-3">{m.feedback_can_skip()}</small>
            </>
          )}
        </span>
      </legend>
      <div className="clear-both">
        <Control {...props} />
        {error && (
          <div className="mt-3">
            <FieldMessage id={`${id}-error`}>{error}</FieldMessage>
          </div>
        )}
      </div>
    </fieldset>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div
      role="img"
      aria-label={m.feedback_answered_of({ done, of: total })}
      className="mt-5 mb-7 flex items-center gap-1.5 text-sm text-ink-3"
    >
      {Array.from({ length: total }, (_, index) => (
        <span key={index} className={clsx("h-1.5 flex-1 rounded-[3px]", index < done ? "bg-primary" : "bg-line")} />
      ))}
      <span className="ms-2.5 whitespace-nowrap tabular-nums">{m.feedback_done_of({ done, of: total })}</span>
    </div>
  );
}

function Questions({
  feedback,
  token,
  onSent,
}: {
  feedback: FeedbackForm;
  token: string;
  onSent: (message: string) => void;
}) {
  const [answers, setAnswers] = useState<FeedbackAnswers>(feedback.answers);
  const [fieldErrors, setFieldErrors] = useState<FieldMap>({});
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);
  const { current_user } = useSession();
  const saving = useSaving(token);
  const form = useRef<HTMLFormElement>(null);

  function updateAnswers(changes: Partial<FeedbackAnswers>, isTyped = false) {
    setAnswers((current) => ({ ...current, ...changes }));
    setFieldErrors((current) => Object.fromEntries(Object.entries(current).filter(([id]) => !(id in changes))));
    if (!isTyped) saving.save(changes);
  }

  async function send() {
    setSending(true);
    // Waits, because the server refuses an answer that arrives after the feedback was sent.
    await saving.settled();
    const result = await callApi("/api/send-feedback", { token, answers: { ...answers, q5: answers.q5 || null } });
    setSending(false);
    if (result.ok) return onSent(result.data.message);
    setFailure(result.message);
    setFieldErrors(result.fields);
    const [firstField] = Object.keys(result.fields);
    if (firstField) form.current?.querySelector<HTMLElement>(`[name="${firstField}"]`)?.focus();
  }

  const done = feedback.questions.filter(({ id }) => isAnswered(answers, id)).length;
  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <Progress done={done} total={feedback.questions.length} />
      <div className="grid gap-4">
        {feedback.questions.map((question, index) => (
          <QuestionCard
            key={question.id}
            {...{ question, index, answers }}
            error={fieldErrors[question.id as QuestionId]?.[0]}
            onAnswer={updateAnswers}
            onLeave={saving.save}
          />
        ))}
      </div>
      <p role="status" className="mt-4 min-h-6 text-sm text-ink-3">
        {saving.state === "saved" ? m.feedback_saved() : saving.state === "failed" ? m.feedback_not_saved() : ""}
      </p>
      {failure && (
        <Alert tone="danger" className="mt-2" announces>
          {failure}
        </Alert>
      )}
      <div className="mt-4 grid justify-items-center gap-2">
        <Button
          type="submit"
          size="lg"
          block
          icon={feedback.certificate === "follows" ? "award" : undefined}
          isPending={isSending}
          pendingText={m.feedback_sending()}
        >
          {feedback.certificate === "follows" ? m.feedback_send_certificate() : m.feedback_send()}
        </Button>
        <LinkButton variant="ghost" to={current_user ? "/my-courses" : "/"}>
          {m.feedback_later()}
        </LinkButton>
      </div>
    </form>
  );
}

interface StatementProps {
  icon: IconName;
  title: string;
  text: string;
  tone?: "danger";
  isResult?: boolean;
}

function Statement({ icon, title, text, tone, isResult = false }: StatementProps) {
  const { current_user } = useSession();
  return (
    <StatementPage
      isResult={isResult}
      icon={icon}
      {...(tone && { tone })}
      title={title}
      actions={
        current_user ? (
          <LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>
        ) : (
          <LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>
        )
      }
    >
      <p role="status">{text}</p>
    </StatementPage>
  );
}

/** Opened without login by the secret address of an attendee's seat. Each answer is saved as soon as it is given. */
export default function Feedback() {
  const { token = "" } = useParams();
  const { current_user } = useSession();
  const locale = useLocale();
  const [thanks, setThanks] = useState("");
  const { answer, refetch } = useApiQuery(token, (signal) => callApi("/api/feedback", { token }, signal));

  if (answer?.ok === false && (answer.status === 404 || answer.status === 422))
    return (
      <Statement icon="x" tone="danger" title={m.common_link_gone()} text={answer.message || m.feedback_link_gone()} />
    );
  if (thanks || (answer?.ok && answer.data.sent))
    return (
      <Statement
        isResult={thanks !== ""}
        icon="check"
        title={m.feedback_thanks_heading()}
        text={thanks || m.feedback_sent_before()}
      />
    );
  if (answer?.ok && !answer.data.open)
    return <Statement icon="clock" title={m.feedback_early_heading()} text={m.feedback_early()} />;
  return (
    <>
      <Breadcrumb
        items={[
          ...(current_user ? [{ label: m.common_my_courses(), to: "/my-courses" }] : []),
          { label: m.feedback_title() },
        ]}
      />
      <div className="mx-auto min-h-dvh w-full max-w-160 px-5 pt-16 pb-12 md:pt-19">
        {answer?.ok && (
          <div className="mb-6 flex items-center gap-4">
            <Picture
              picture={thumbnail(answer.data.course.image)}
              alt=""
              className="aspect-[16/10] w-21 flex-none rounded-control"
            />
            <div className="min-w-0">
              <p className="text-sm text-ink-3">
                <WeekdayRange of={answer.data} />
                {answer.data.delivery === "online" && `${locale === "ar" ? "، " : ", "}${m.feedback_online()}`}
              </p>
              <p className="font-medium leading-snug">
                <LocalizedText eng={answer.data.course.name_eng} ar={answer.data.course.name_ar} />
              </p>
            </div>
          </div>
        )}
        {/* The answer decides where the heading is, so it is hidden until then: nothing visible moves. */}
        <h1 className={clsx("mb-2.5 text-h2", !answer && "sr-only")}>{m.feedback_heading()}</h1>
        {!answer && (
          <div aria-busy="true" className="min-h-300">
            <SkeletonRows rows={5} />
            <ScriptNeeded what="page" />
          </div>
        )}
        {answer?.ok === false && (
          <div className="mt-6 grid justify-items-start gap-4">
            <Alert tone="danger" className="w-full" announces>
              {answer.message}
            </Alert>
            <Button variant="secondary" onClick={refetch}>
              {m.common_action_try_again()}
            </Button>
          </div>
        )}
        {answer?.ok && (
          <>
            <p className="text-ink-2">{answer.data.required ? m.feedback_lead_required() : m.feedback_lead_free()}</p>
            <Questions feedback={answer.data} token={token} onSent={setThanks} />
          </>
        )}
      </div>
    </>
  );
}
