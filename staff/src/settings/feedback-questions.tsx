import { m } from "../messages.ts";
import { LabelledTickBox } from "../parts/choice.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { questionIds, questionKinds } from "../../../src/features/learning/feedback/questions.ts";
import type { FeedbackQuestion } from "../../../src/features/settings/settings.ts";
import { inputLanguage } from "./setting-field.tsx";
import type { Draft } from "./use-settings.ts";

type TextName = Exclude<keyof FeedbackQuestion, "required">;

const kindLabels = {
  scale: m.staff_settings_feedback_kind_scale,
  "yes-no": m.staff_settings_feedback_kind_yes_no,
  text: m.staff_settings_feedback_kind_text,
};
const labels = {
  eng: m.staff_settings_feedback_eng,
  ar: m.staff_settings_feedback_ar,
  lowEng: m.staff_settings_feedback_low_eng,
  lowAr: m.staff_settings_feedback_low_ar,
  highEng: m.staff_settings_feedback_high_eng,
  highAr: m.staff_settings_feedback_high_ar,
};
const ends = ["lowEng", "lowAr", "highEng", "highAr"] as const;

/** The five feedback questions, with texts in both languages. Existing answers keep their question. */
export function FeedbackQuestions({ draft }: { draft: Draft }) {
  const questions = (draft.value("feedback", "questions") ?? []) as FeedbackQuestion[];
  const before = (draft.was("feedback", "questions") ?? []) as FeedbackQuestion[];
  const change = (at: number, changes: Partial<FeedbackQuestion>) =>
    draft.set(
      "feedback",
      "questions",
      questions.map((question, index) => (index === at ? { ...question, ...changes } : question)),
    );
  return questionIds.map((id, at) => {
    const question = questions[at];
    if (!question) return null;
    const field = (name: TextName, maxLength: number) => {
      const was = before[at]?.[name] ?? "";
      const hint =
        was === question[name]
          ? undefined
          : was === ""
            ? m.staff_settings_was_empty()
            : m.staff_settings_was({ value: was });
      return (
        <TextField
          key={name}
          label={labels[name]()}
          name={`feedback.questions.${at}.${name}`}
          value={question[name]}
          maxLength={maxLength}
          required={name === "eng" || name === "ar"}
          error={draft.errorsOf("feedback", `questions.${at}.${name}`)}
          hint={hint}
          {...inputLanguage(name.endsWith("r") ? "Ar" : "Eng")}
          onChange={({ target }) => change(at, { [name]: target.value })}
        />
      );
    };
    return (
      <fieldset key={id} className="rounded-[12px] border border-line p-4">
        <legend className="px-1.5 font-semibold">
          {m.staff_settings_feedback_question({ number: at + 1 })}{" "}
          <span className="text-sm font-normal text-ink-3">{kindLabels[questionKinds[id]]()}</span>
        </legend>
        <div className="grid items-start gap-5 md:grid-cols-2">
          {field("eng", 160)}
          {field("ar", 160)}
          {questionKinds[id] === "scale" && ends.map((name) => field(name, 30))}
        </div>
        <div className="mt-2">
          <LabelledTickBox
            label={m.staff_settings_feedback_required()}
            checked={question.required}
            onChange={(required) => change(at, { required })}
          />
        </div>
      </fieldset>
    );
  });
}

/** A line for each question that differs from the other version, for the table of a conflict. */
export const shownQuestions = (mine: unknown, other: unknown): string =>
  (mine as FeedbackQuestion[])
    .map(({ required, ...texts }, at) => ({
      line: `${at + 1}. ${Object.values(texts).filter(Boolean).join(" · ")}${required ? " *" : ""}`,
      isSame: JSON.stringify((other as FeedbackQuestion[])[at]) === JSON.stringify({ ...texts, required }),
    }))
    .filter(({ isSame }) => !isSame)
    .map(({ line }) => line)
    .join("\n");
