import { clsx } from "clsx/lite";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { callStaff, downloadStaff, staffQuery } from "../api.ts";
import type { StaffReply } from "../api-types.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { Chip } from "../parts/chip.tsx";
import { RadioGroup } from "../parts/choice.tsx";
import { Problem } from "../parts/problem.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { useAges } from "../parts/age.ts";
import { useFormats } from "../parts/formats.ts";
import { useSize } from "../media/use-size.ts";
import { useRequestSummary } from "./use-request-summary.ts";
import { Button } from "../../../src/ui/button.tsx";

type Case = StaffReply<"GET /api/staff/change-requests/:id">;
type Choice = Case["decisions"][number];

/** The steps of the cancellation policy for these seats. Highlights the step that applied when the buyer asked. */
function PolicySteps({ change }: { change: Case }) {
  const { date, joinWithCommas } = useFormats();
  const quotedOn = change.quotedAt.slice(0, 10);
  const currentIndex = change.steps.findIndex(({ until }) => until === null || until >= quotedOn);
  const formatStep = ({ percent, move, person, until }: Case["steps"][number]) => {
    if (until === null || !person) return [m.staff_changes_step_begun()];
    const cancel = percent > 0 ? m.staff_changes_step_refund({ percent }) : m.staff_changes_step_person();
    return [cancel, move ? m.staff_changes_step_move() : null];
  };
  return (
    <div>
      <h3 className="mb-2 font-sans text-sm font-medium">{m.staff_changes_policy_of()}</h3>
      <ol className="grid gap-3 md:auto-cols-fr md:grid-flow-col">
        {change.steps.map((step, index) => (
          <li
            key={step.until ?? "begun"}
            className={clsx(
              "border-t-2 pt-2 text-sm",
              index === currentIndex ? "border-warning text-warning" : "border-edge",
            )}
          >
            <span className="block font-medium">
              {step.until === null
                ? m.staff_changes_afterwards()
                : step.until < change.startDate
                  ? m.staff_changes_until({ date: date(step.until) })
                  : m.staff_changes_until_begun({ date: date(step.until) })}
            </span>
            <span className={index === currentIndex ? "" : "text-ink-3"}>
              {joinWithCommas(...formatStep(step), index === currentIndex ? m.staff_changes_then() : null)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The messages in order: the request, questions of the staff and answers, with files to download. */
function Thread({ change }: { change: Case }) {
  const { momentInText } = useFormats();
  const size = useSize();
  const [problem, setProblem] = useState("");
  const download = (id: number) => {
    setProblem("");
    downloadStaff("GET /api/staff/change-files/:id", { id }).catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : m.staff_common_http_error()),
    );
  };
  return (
    <>
      {change.messages.map(({ askedBy: name, text, at, files }, index) => (
        <div key={at}>
          {index > 0 && (
            <p className="text-sm text-ink-3">
              {name === null ? <bdi>{change.buyer.name}</bdi> : m.staff_changes_asked_by({ name: isolate(name) })}
              {" · "}
              {momentInText(at)}
            </p>
          )}
          <p
            className={clsx("rounded-card p-3 whitespace-pre-line", name === null ? "bg-accent-tint" : "bg-sunken")}
            dir="auto"
            lang={change.locale}
          >
            {text ?? m.staff_changes_erased()}
          </p>
          {files.map((file) => (
            <p key={file.id} className="flex flex-wrap items-center gap-2 mt-2">
              <Button variant="ghost" size="sm" icon="file-down" onClick={() => download(file.id)}>
                <bdi>{file.name}</bdi>
              </Button>
              <span className="text-sm text-ink-3">{size(file.bytes)}</span>
            </p>
          ))}
        </div>
      ))}
      <Problem>{problem}</Problem>
    </>
  );
}

function useChoiceText() {
  const { money } = useFormats();
  return ({ decision, back, net, tax, days, needsSecondPerson: second }: Choice, kind: Case["kind"]) => {
    const label = {
      policy: m.staff_changes_choice_policy(),
      days: m.staff_changes_choice_days({ left: days?.left ?? 0, all: days?.all ?? 0 }),
      all: m.staff_changes_choice_all(),
      keep: m.staff_changes_choice_keep(),
      agree: kind === "move" ? m.staff_changes_choice_move() : m.staff_changes_choice_person(),
    }[decision];
    const amounts = Number(back) > 0 && m.staff_changes_choice_sums({ net: money(net), tax: money(tax) });
    const keepHint = decision === "keep" && m.staff_changes_choice_keep_hint();
    return { label, hint: [amounts, keepHint, second && m.staff_changes_choice_second()].filter(Boolean).join(" ") };
  };
}

/** The form for a decision: each option with its amount, an answer to the buyer, and buttons that name their effect. */
function DecisionForm({ change }: { change: Case }) {
  const { money, inCurrency } = useFormats();
  const notify = useNotify();
  const refresh = useRefresh();
  const formatChoice = useChoiceText();
  const [chosenDecision, setChosenDecision] = useState<Choice["decision"] | null>(
    change.decisions[0]?.decision ?? null,
  );
  const [answer, setAnswer] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState<"agree" | "ask" | "refuse" | null>(null);
  const choice = change.decisions.find(({ decision }) => decision === chosenDecision);
  const runAction = async (action: "agree" | "ask" | "refuse", call: () => Promise<string>) => {
    setProblem("");
    setBusy(action);
    try {
      notify(await call(), { type: "success" });
      refresh();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : m.staff_common_http_error());
    } finally {
      setBusy(null);
    }
  };
  const decide = (decision: Choice["decision"] | "refuse") =>
    runAction(decision === "refuse" ? "refuse" : "agree", async () => {
      const result = await callStaff("POST /api/staff/change-requests/:id/decide", { id: change.id, decision, answer });
      return result.state === "agreed" ? m.staff_changes_done_waits() : m.staff_changes_done();
    });
  const requestInfo = () =>
    runAction("ask", async () => {
      await callStaff("POST /api/staff/change-requests/:id/ask", { id: change.id, question: answer });
      setAnswer("");
      return m.staff_changes_ask_done();
    });
  const name = isolate(change.buyer.name);
  const isReady = answer.trim() !== "" && busy === null;
  return (
    <>
      {change.problem !== null && <Alert tone="warning">{change.problem}</Alert>}
      {change.decisions.length > 0 && (
        <RadioGroup
          isFramed
          label={m.staff_changes_what()}
          value={chosenDecision}
          onChange={setChosenDecision}
          options={change.decisions.map((decision) => {
            const { label, hint } = formatChoice(decision, change.kind);
            return {
              value: decision.decision,
              label: <span className="font-medium">{label}</span>,
              amount: inCurrency(decision.decision === "keep" ? decision.value : decision.back),
              // Staff waive this amount: the buyer does not pay the difference to a more expensive date.
              hint:
                change.kind === "move" && Number(decision.value) > 0
                  ? m.staff_changes_agree_value({ amount: inCurrency(decision.value) })
                  : hint,
            };
          })}
        />
      )}
      {change.kind === "person" && (
        <p className="text-sm text-ink-3">
          {m.staff_changes_person_hint()} <Link to={`/runs/${change.runId}/roster`}>{m.staff_changes_roster()}</Link>
        </p>
      )}
      <TextArea
        label={change.locale === "ar" ? m.staff_changes_answer_ar({ name }) : m.staff_changes_answer_en({ name })}
        hint={m.staff_changes_answer_hint()}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        maxLength={2000}
        lang={change.locale}
        dir={change.locale === "ar" ? "rtl" : "ltr"}
        required
      />
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap items-center gap-2 justify-end">
        {change.kind !== "person" && change.waitingPeople > 0 && (
          <span className="text-sm text-ink-3 me-auto">{m.staff_changes_to_line({ count: change.waitingPeople })}</span>
        )}
        <Button
          variant="danger-secondary"
          disabled={!isReady}
          isPending={busy === "refuse"}
          onClick={() => void decide("refuse")}
        >
          {m.staff_common_action_refuse()}
        </Button>
        {change.state === "asked" && (
          <Button
            variant="secondary"
            icon="message-square-text"
            disabled={!isReady}
            isPending={busy === "ask"}
            onClick={() => void requestInfo()}
          >
            {m.staff_changes_ask()}
          </Button>
        )}
        {choice && (
          <Button
            variant="primary"
            disabled={!isReady}
            isPending={busy === "agree"}
            onClick={() => void decide(choice.decision)}
          >
            {Number(choice.back) > 0
              ? m.staff_changes_agree_money({ amount: money(choice.back) })
              : choice.decision === "keep"
                ? m.staff_changes_agree_keep()
                : m.staff_changes_agree()}
          </Button>
        )}
      </div>
    </>
  );
}

const decidedStyles = {
  done: { tone: "good", icon: "circle-check" },
  agreed: { tone: "attention", icon: "hourglass" },
  refused: { tone: "wrong", icon: "circle-x" },
} as const;

function DecisionResult({ change }: { change: Case }) {
  const { momentInText, inCurrency, date } = useFormats();
  const state = change.state === "agreed" || change.state === "refused" ? change.state : "done";
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Chip {...decidedStyles[state]}>{m[`staff_changes_state_${state}`]()}</Chip>
        <span className="text-sm text-ink-3">
          {change.decidedAt &&
            m.staff_changes_decided_by({
              name: isolate(change.decidedBy ?? ""),
              at: isolate(momentInText(change.decidedAt)),
            })}
        </span>
      </p>
      {Number(change.back) > 0 && (
        <p>
          {m.staff_changes_returned()} <b className="whitespace-nowrap tabular-nums">{inCurrency(change.back)}</b>
        </p>
      )}
      {change.keptUntil && <p>{m.staff_changes_kept({ date: date(change.keptUntil) })}</p>}
      {change.answer && (
        <p className="rounded-card bg-sunken p-3 whitespace-pre-line" dir="auto">
          {change.answer}
        </p>
      )}
    </>
  );
}

/** One request: its messages, the dates of the policy, each option with its amount, and the decision. */
export function ChangeCase({ id }: { id: string }) {
  const { momentInText, localized, date, joinWithCommas } = useFormats();
  const formatRequest = useRequestSummary();
  const { isOlder } = useAges();
  const { data: change, error, refetch } = useQuery(staffQuery("GET /api/staff/change-requests/:id", { id }));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!change) return <LoadingState lines={8} />;
  const isWaiting = change.state === "asked";
  const isOpen = isWaiting || change.state === "questioned";
  const isLate = isWaiting && isOlder(change.dueAt, 0);
  return (
    <Panel
      title={<bdi>{change.buyer.name}</bdi>}
      action={
        isOpen && (
          <Chip tone={isLate ? "wrong" : "neutral"} icon={isWaiting ? "clock" : "hourglass"}>
            {isWaiting
              ? m.staff_changes_due({ at: isolate(momentInText(change.dueAt)) })
              : m.staff_changes_state_questioned()}
          </Chip>
        )
      }
    >
      <div className="grid gap-4">
        <div>
          <p className="font-medium">{formatRequest(change)}</p>
          <p className="text-sm text-ink-3">
            <Link to={`/orders/${change.orderId}`}>{m.staff_changes_order({ id: change.orderId })}</Link>
            {" · "}
            {joinWithCommas(localized(change.name_eng, change.name_ar), date(change.startDate))}
            {" · "}
            {joinWithCommas(
              ...change.people.map((name) => (name === null ? m.staff_changes_no_name() : isolate(name))),
            )}
          </p>
        </div>
        <Thread change={change} />
        <PolicySteps change={change} />
        {isOpen ? <DecisionForm change={change} /> : <DecisionResult change={change} />}
      </div>
    </Panel>
  );
}
