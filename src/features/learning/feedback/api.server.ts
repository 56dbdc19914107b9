import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { choice, paragraph, whole } from "#platform/http/fields.server.ts";
import { riyadhDate, formatWeekdayDate } from "#i18n/dates.ts";
import { m } from "#messages";
import { readFeedback, saveAnswers, sendFeedback } from "./feedback.server.ts";
import { questionIds, questionKinds, yesNo } from "./questions.ts";

const token = z
  .string("required")
  .max(64, "invalid")
  .meta({ description: "Token in the address of the feedback page" });
const score = whole(1, 5).nullish();
const answers = z
  .strictObject(
    {
      q1: score,
      q2: score,
      q3: choice(yesNo).nullish(),
      q4: score,
      q5: z.union([z.literal("").transform(() => null), paragraph(2000)]).nullish(),
    },
    "required",
  )
  .meta({ description: "Answers that are not in the request stay unchanged; null removes an answer" });

const errors = {
  404: "The seat was cancelled or now belongs to someone else, or the token is invalid.",
  409: "The last session has not begun, or the feedback has been sent.",
} as const;

export const readOne = endpoint({
  summary: "Reads the five questions for the attendee of a seat, with the answers of their draft",
  session: "optional",
  limit: "feedbackPerAddress",
  body: z.object({ token }),
  reply: z.object({
    course: z.object({ name_eng: z.string(), name_ar: z.string().nullable(), image: z.string() }),
    start_date: z.string(),
    end_date: z.string(),
    delivery: z.enum(["onsite", "online"]),
    required: z.boolean().meta({ description: "Whether the certificate requires feedback" }),
    open: z.boolean().meta({ description: "Whether feedback can be given: from the start of the last session" }),
    sent: z.boolean(),
    certificate: z
      .enum(["issued", "follows", "none"])
      .meta({ description: "State of the certificate; `follows` means that at most this feedback is missing" }),
    questions: z.array(
      z.object({
        id: z.enum(questionIds),
        kind: z.enum(["scale", "yes-no", "text"]),
        required: z.boolean(),
        text_eng: z.string(),
        text_ar: z.string(),
        low_eng: z.string(),
        low_ar: z.string(),
        high_eng: z.string(),
        high_ar: z.string(),
      }),
    ),
    answers: z.object({
      q1: z.int().nullable(),
      q2: z.int().nullable(),
      q3: z.enum(yesNo).nullable(),
      q4: z.int().nullable(),
      q5: z.string().nullable(),
    }),
  }),
  errors: { 404: errors[404] },
  handle: async (ctx, input) => {
    const { run, course, questions, open, sentAt, answers, certificate } = await readFeedback(ctx, input);
    return {
      course: { name_eng: course.name_eng, name_ar: course.name_ar, image: course.image },
      start_date: run.startDate,
      end_date: run.endDate,
      delivery: run.delivery,
      required: run.feedbackRequired,
      open,
      sent: sentAt !== null,
      certificate: certificate.state,
      questions: questionIds.flatMap((id, index) => {
        const text = questions[index];
        if (!text) return [];
        return {
          id,
          kind: questionKinds[id],
          required: run.feedbackRequired && text.required,
          text_eng: text.eng,
          text_ar: text.ar,
          low_eng: text.lowEng,
          low_ar: text.lowAr,
          high_eng: text.highEng,
          high_ar: text.highAr,
        };
      }),
      answers,
    };
  },
});

export const save = endpoint({
  summary: "Saves answers of a draft",
  session: "optional",
  limit: "feedbackPerAddress",
  body: z.object({ token, answers }),
  reply: z.object({ saved: z.literal(true) }),
  errors,
  handle: async (ctx, { token, answers }) => {
    await saveAnswers(ctx, { token, answers: omitUndefined(answers) });
    return { saved: true as const };
  },
});

export const send = endpoint({
  summary: "Sends the feedback of a seat, which cannot be changed afterwards",
  description:
    "A required question without an answer is a 422 error under its id. If feedback is sent twice, the first answers stay.",
  session: "optional",
  limit: "feedbackPerAddress",
  body: z.object({ token, answers }),
  reply: z.object({ message: z.string() }),
  errors,
  handle: async (ctx, { token, answers }) => {
    const certificate = await sendFeedback(ctx, { token, answers: omitUndefined(answers) });
    const { locale } = ctx;
    if (certificate.state !== "follows") return { message: m.feedback_thanks({}, { locale }) };
    if (certificate.at <= ctx.now()) return { message: m.feedback_thanks_certificate({}, { locale }) };
    return {
      message: m.feedback_thanks_certificate_on(
        { day: formatWeekdayDate(riyadhDate(certificate.at), locale) },
        { locale },
      ),
    };
  },
});

/** Returns the answers that the request contains. */
const omitUndefined = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, answer]) => answer !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
