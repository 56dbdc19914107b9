import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import { emailField, whole, proseLine, optionalProseLine } from "#platform/http/fields.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { forms, type FormField, type FormSection, type TextName } from "./forms.ts";
import type { EntityName } from "./revision-entities.ts";

/** A draft may be unfinished; published data may only lack Arabic. */
export type Mode = "draft" | "publish";

type Pair<Name extends string> = { [Key in `${Name}_eng` | `${Name}_ar`]: z.ZodType<string> };

const longestHtml = 60_000;
/** Whether HTML shows anything: words, a picture, or a placeholder (`<data>`) for a fact from the settings. */
const hasContent = (html: string) => /<(data|img) /.test(html) || html.replace(/<[^>]*>|&nbsp;/g, "").trim() !== "";

/** HTML is sanitised while it is parsed, so that no unsafe HTML can be saved. */
const html = (locale: Locale, isRequired: boolean) =>
  z
    .preprocess((value) => value ?? "", z.string("invalid").max(longestHtml))
    .transform((text) => richText(text, locale))
    .transform((safe) => (hasContent(safe) ? safe : ""))
    .pipe(isRequired ? z.string().min(1, "required") : z.string());

export function fieldsFor(mode: Mode) {
  const isFinal = mode === "publish";
  const required = (max: number): z.ZodType<string> => (isFinal ? proseLine(max) : optionalProseLine(max));
  const matching = (pattern: RegExp, max: number): z.ZodType<string> => {
    const text = z.string("invalid").max(max).regex(pattern, "invalid");
    return isFinal
      ? z.string("required").min(1, "required").pipe(text)
      : z.preprocess((value) => value ?? "", z.union([z.literal(""), text], "invalid"));
  };
  const buildPair = <Name extends string>(name: Name, eng: z.ZodType<string>, ar: z.ZodType<string>) =>
    ({ [`${name}_eng`]: eng, [`${name}_ar`]: ar }) as Pair<Name>;
  const texts = <Name extends string>(name: Name, max: number) =>
    buildPair(name, required(max), optionalProseLine(max));
  const optionalTexts = <Name extends string>(name: Name, max: number) =>
    buildPair(name, optionalProseLine(max), optionalProseLine(max));
  const buildPairs = (field: FormField) => {
    if (field.type === "html") return buildPair(field.name, html("en", isFinal), html("ar", false));
    return field.type === "text" ? (field.isRequired ? texts : optionalTexts)(field.name, field.maxLength) : {};
  };
  return {
    isFinal,
    required,
    /** Arabic may be missing. */
    texts,
    /** English may be missing too. */
    optionalTexts,
    /** Schema of the texts of a form; rows and other fields have a schema of their own. */
    textFields: <Kind extends EntityName>(kind: Kind) => {
      const sections: readonly FormSection[] = forms[kind];
      const fields = sections.flatMap((section) => section.fields);
      return Object.assign({}, ...fields.map(buildPairs)) as Pair<TextName<Kind>>;
    },
    pair: (max: number) => z.strictObject({ eng: required(max), ar: optionalProseLine(max) }),
    slug: () => matching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 80),
    /** Base name of a picture, without width and format; an uploaded picture has the name `u-…`. */
    image: () => matching(/^[\w-]+$/, 200),
    optionalImage: (): z.ZodType<string> =>
      z
        .string("invalid")
        .max(200)
        .regex(/^[\w-]*$/, "invalid")
        .default(""),
    /** A draft without a choice gets the first value. */
    choice: <const Values extends readonly [string, ...string[]]>(values: Values): z.ZodType<Values[number]> =>
      isFinal
        ? z.enum(values, "choice")
        : z.preprocess((value) => value ?? values[0], z.enum(values, "choice") as z.ZodType<Values[number]>),
    email: (): z.ZodType<string> =>
      isFinal ? emailField() : z.preprocess((value) => value ?? "", z.union([z.literal(""), emailField()], "email")),
    position: () => whole(0, 10_000).default(0),
    /** Position among the items that people put in order, 1 first; null when not among them. */
    place: () => whole(1, 99).nullable().default(null),
  };
}
export type Fields = ReturnType<typeof fieldsFor>;

export const inBothModes = <Schema extends z.ZodObject>(build: (fields: Fields) => Schema): Record<Mode, Schema> => ({
  draft: build(fieldsFor("draft")),
  publish: build(fieldsFor("publish")),
});
