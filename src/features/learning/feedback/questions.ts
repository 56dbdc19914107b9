/** The five questions after a course and their kinds of answers, without I/O. */
import type { FeedbackQuestion } from "#features/settings/settings.ts";

export const yesNo = ["yes", "no", "unsure"] as const;
export type YesNo = (typeof yesNo)[number];

export const questionIds = ["q1", "q2", "q3", "q4", "q5"] as const;
export type QuestionId = (typeof questionIds)[number];

/**
 * The kind of each question. Staff may reword a question but not change its kind, so that averages stay comparable.
 */
export const questionKinds = { q1: "scale", q2: "scale", q3: "yes-no", q4: "scale", q5: "text" } as const;
export const scale = [1, 2, 3, 4, 5] as const;

/** Answers of one attendee; null means not answered. */
export interface FeedbackAnswers {
  q1: number | null;
  q2: number | null;
  q3: YesNo | null;
  q4: number | null;
  q5: string | null;
}

/** Minimum number of answers for sums: with fewer, a trainer could guess who gave them. */
export const fewestForSums = 5;

export const isAnswered = (answers: FeedbackAnswers, id: QuestionId): boolean =>
  answers[id] !== null && answers[id] !== "";

/** Lists the required questions without an answer; none when the run does not require feedback. */
export function listMissingAnswers(
  answers: FeedbackAnswers,
  questions: readonly Pick<FeedbackQuestion, "required">[],
  isRequired: boolean,
): QuestionId[] {
  return isRequired
    ? questionIds.filter((id, index) => questions[index]?.required === true && !isAnswered(answers, id))
    : [];
}
