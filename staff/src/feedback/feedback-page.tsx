import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { StaffReply } from "../api-types.ts";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Empty, Read } from "../parts/states.tsx";
import { RunHead } from "../runs/run-head.tsx";
import type { FullRun } from "../runs/types.ts";
import { TextLink } from "../parts/text-link.tsx";

type RunFeedback = StaffReply<"GET /api/staff/runs/:id/feedback">;
type CourseFeedback = StaffReply<"GET /api/staff/course-feedback/:id">;
type Question = NonNullable<RunFeedback["questions"]>[number];

/** The feedback on a run: averages and comments, without names. */
export default function FeedbackPage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const feedback = useQuery(staffQuery("GET /api/staff/runs/:id/feedback", { id }));
  return (
    <Read queries={[run, feedback]} lines={10}>
      {(run, feedback) => <FeedbackView run={run} feedback={feedback} />}
    </Read>
  );
}

function FeedbackView({ run, feedback }: { run: FullRun; feedback: RunFeedback }) {
  const { responses, counted, attendees, questions, comments, required } = feedback;
  return (
    <>
      <RunHead run={run} facts={m.staff_feedback_facts({ given: responses, attendees })} />
      <div className="grid gap-4">
        <p className="text-sm text-ink-3">{required ? m.staff_feedback_is_required() : m.staff_feedback_is_free()}</p>
        {questions && counted < responses && (
          <p className="text-sm text-ink-3">{m.staff_feedback_counted({ count: counted })}</p>
        )}
        {questions ? (
          <div className="grid items-start gap-5 md:grid-cols-2">
            {questions.map((question, index) => (
              <Answers key={question.id} question={question} number={index + 1} />
            ))}
          </div>
        ) : (
          <Panel>
            <Empty icon="shield-check" title={m.staff_feedback_few_title()}>
              {m.staff_feedback_few_text()}
            </Empty>
          </Panel>
        )}
        {comments && <Comments comments={comments} />}
        <CourseRuns run={run} />
      </div>
    </>
  );
}

const formatAverage = (average: number) => average.toFixed(1);

/** The average of a question and the number of each answer, best first. */
function Answers({ question, number }: { question: Question; number: number }) {
  const { localized } = useFormats();
  const { counts, average, answered } = question;
  // Question 3 is answered with yes, no or unsure. A question with a scale is answered with 1 to 5.
  const labels =
    question.id === "q3"
      ? [m.staff_common_boolean_true(), m.staff_common_boolean_false(), m.staff_feedback_unsure()]
      : ["1", "2", "3", "4", "5"];
  const rows = (counts ?? []).map((count, index) => ({ count, label: labels[index] ?? "" }));
  if (question.id !== "q3") rows.reverse();
  return (
    <Panel
      title={
        <>
          {number}. {localized(question.eng, question.ar)}
        </>
      }
      className="h-full"
    >
      <p className="mb-3 flex items-baseline justify-between gap-3">
        {average !== null && (
          <strong className="text-h2 tabular-nums">
            {m.staff_feedback_average({ average: formatAverage(average) })}
          </strong>
        )}
        <span className="text-sm text-ink-3">{m.staff_feedback_answered({ count: answered })}</span>
      </p>
      {counts === null && <p className="text-ink-2">{m.staff_feedback_too_few()}</p>}
      <ul className="grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-1.5">
        {rows.map(({ label, count }) => (
          <li key={label} className="col-span-3 grid grid-cols-subgrid items-center text-sm">
            <span>{label}</span>
            <span className="h-2.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ inlineSize: `${answered > 0 ? (100 * count) / answered : 0}%` }}
              />
            </span>
            <span className="text-end text-ink-2 tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Comments({ comments }: { comments: readonly string[] }) {
  return (
    <Panel title={m.staff_feedback_comments()} count={comments.length}>
      {comments.length === 0 ? (
        <p className="text-ink-3">{m.staff_feedback_no_comments()}</p>
      ) : (
        <ul className="grid gap-3">
          {comments.map((text, index) => (
            <li key={index} dir="auto" className="border-s-2 border-line-2 ps-3 whitespace-pre-line wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-3 mt-3">{m.staff_feedback_comments_hint()}</p>
    </Panel>
  );
}

const scaleQuestionIds = ["q1", "q2", "q4"] as const;
type ScaleQuestionId = (typeof scaleQuestionIds)[number];

/** The averages of each run of the course. Renders nothing before the first feedback. */
function CourseRuns({ run }: { run: FullRun }) {
  const { data } = useQuery(staffQuery("GET /api/staff/course-feedback/:id", { id: String(run.courseId) }));
  if (!data || data.runs.length === 0) return null;
  return (
    <Panel title={m.staff_feedback_course()} flush>
      <ScrollRegion label={m.staff_feedback_by_run()}>
        <RunsTable course={data} currentRunId={run.id} />
      </ScrollRegion>
    </Panel>
  );
}

function RunsTable({ course, currentRunId }: { course: CourseFeedback; currentRunId: number }) {
  const { days, localized } = useFormats();
  const questions = new Map(course.questions?.map((question) => [question.id, question]));
  const scaleQuestions = scaleQuestionIds.flatMap((id) => questions.get(id) ?? []);
  const formatCell = (average: number | null) => (average === null ? "–" : formatAverage(average));
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{m.staff_feedback_run()}</th>
          <th scope="col">{m.staff_feedback_answers()}</th>
          {scaleQuestions.map(({ id, eng, ar }) => (
            <th scope="col" key={id} className="min-w-40 whitespace-normal!">
              {localized(eng, ar)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {course.runs.map((run) => (
          <tr key={run.runId} aria-current={run.runId === currentRunId ? "page" : undefined}>
            <td>
              {run.runId === currentRunId ? (
                <strong>
                  {days(run.startDate, run.endDate)} ({m.staff_feedback_this()})
                </strong>
              ) : (
                <TextLink to={`/runs/${run.runId}/feedback`}>{days(run.startDate, run.endDate)}</TextLink>
              )}
            </td>
            <td>{run.responses}</td>
            {scaleQuestions.map(({ id }) => (
              <td key={id}>{formatCell(run[id as ScaleQuestionId])}</td>
            ))}
          </tr>
        ))}
        {course.runs.length > 1 && (
          <tr className="font-medium">
            <td>{m.staff_feedback_all()}</td>
            <td>{course.responses}</td>
            {scaleQuestions.map(({ id, average }) => (
              <td key={id}>{formatCell(average)}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
