import { m } from "../messages.ts";
import { LabelledTickBox } from "../parts/choice.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { questionIds, questionKinds } from "../../../src/features/learning/feedback/questions.ts";
import type { FeedbackQuestion } from "../../../src/features/settings/settings.ts";
import { getInputLanguage } from "./setting-field.tsx";
import type { Draft } from "./use-settings.ts";

type TextName = Exclude<keyof FeedbackQuestion, "required">;

const kindLabels = {
  scale: m.staff_settings_feedback_kind_scale,
  "yes-no": m.staff_settings_feedback_kind_yes_no,
  text: m.staff_settings_feedback_kind_text,
};
const textLabels = {
  eng: m.staff_settings_feedback_eng,
  ar: m.staff_settings_feedback_ar,
  lowEng: m.staff_settings_feedback_low_eng,
  lowAr: m.staff_settings_feedback_low_ar,
  highEng: m.staff_settings_feedback_high_eng,
  highAr: m.staff_settings_feedback_high_ar,
};
const scaleTextNames = ["lowEng", "lowAr", "highEng", "highAr"] as const;

/** The five feedback questions, with texts in both languages. Existing answers keep their question. */
export function FeedbackQuestions({ draft }: { draft: Draft }) {
  const questions = (draft.value("feedback", "questions") ?? []) as FeedbackQuestion[];
  const oldQuestions = (draft.getSaved("feedback", "questions") ?? []) as FeedbackQuestion[];
  const change = (changedIndex: number, changes: Partial<FeedbackQuestion>) =>
    draft.set(
      "feedback",
      "questions",
      questions.map((question, index) => (index === changedIndex ? { ...question, ...changes } : question)),
    );
  return questionIds.map((id, index) => {
    const question = questions[index];
    if (!question) return null;
    const renderField = (name: TextName, maxLength: number) => {
      // The names of all Arabic texts end with "ar" or "Ar".
      const isArabic = name.toLowerCase().endsWith("ar");
      const oldText = oldQuestions[index]?.[name] ?? "";
      const hint =
        oldText === question[name]
          ? undefined
          : oldText === ""
            ? m.staff_settings_was_empty()
            : m.staff_settings_was({ value: oldText });
      return (
        <TextField
          key={name}
          label={textLabels[name]()}
          name={`feedback.questions.${index}.${name}`}
          value={question[name]}
          maxLength={maxLength}
          required={name === "eng" || name === "ar"}
          error={draft.getErrors("feedback", `questions.${index}.${name}`)}
          hint={hint}
          {...getInputLanguage(isArabic ? "Ar" : "Eng")}
          onChange={({ target }) => change(index, { [name]: target.value })}
        />
      );
    };
    return (
      <fieldset key={id} className="rounded-[12px] border border-line p-4">
        <legend className="px-1.5 font-semibold">
          {m.staff_settings_feedback_question({ number: index + 1 })}{" "}
          <span className="text-sm font-normal text-ink-3">{kindLabels[questionKinds[id]]()}</span>
        </legend>
        <div className="grid items-start gap-5 md:grid-cols-2">
          {renderField("eng", 160)}
          {renderField("ar", 160)}
          {questionKinds[id] === "scale" && scaleTextNames.map((name) => renderField(name, 30))}
        </div>
        <div className="mt-2">
          <LabelledTickBox
            label={m.staff_settings_feedback_required()}
            checked={question.required}
            onChange={(required) => change(index, { required })}
          />
        </div>
      </fieldset>
    );
  });
}

/**
 * Formats one line for each question that differs from the other version, for the table of a conflict. A required
 * question ends with `*`.
 */
export const formatQuestions = (questions: unknown, other: unknown): string =>
  (questions as FeedbackQuestion[])
    .map(({ required, ...texts }, index) => ({
      line: `${index + 1}. ${Object.values(texts).filter(Boolean).join(" · ")}${required ? " *" : ""}`,
      isSame: JSON.stringify((other as FeedbackQuestion[])[index]) === JSON.stringify({ ...texts, required }),
    }))
    .filter(({ isSame }) => !isSame)
    .map(({ line }) => line)
    .join("\n");
