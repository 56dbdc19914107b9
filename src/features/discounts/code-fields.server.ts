import { eq } from "drizzle-orm";
import { createSelectSchema } from "drizzle-zod";
import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { pickNames } from "#platform/form-fields.ts";
import { moneyText } from "#platform/http/codecs.server.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { formInput, initialValues, type FieldsFor, type NewRecord } from "#platform/http/form-input.server.ts";
import { m } from "#messages";
import { codeFieldNames, codeFields } from "./code-form.ts";
import { normaliseCode } from "./discount-rules.ts";
import { discountCodes } from "./tables.server.ts";

export type DiscountCode = typeof discountCodes.$inferSelect;

/** Columns that are not in the form: identity, and those that other actions set. */
type ManagedColumn = "id" | "pausedAt" | "endedAt" | "createdAt" | "version";
/** The columns that are in the form: all but the managed ones. */
export type FormColumns = Omit<DiscountCode, ManagedColumn>;

/** The fields of the form. They differ from the columns in the names of the two amounts; both are in halalas. */
export type EditableCode = Omit<FormColumns, "amountHalalas" | "maxDiscountHalalas"> & {
  amount: number | null;
  maxDiscount: number | null;
};
/** Input of a new code. Absent fields get their initial value. */
export type CodeInput = NewRecord<EditableCode, typeof codeFields>;

const fields = codeFields satisfies FieldsFor<EditableCode>;
/** The checks of the form's fields. */
export const codeInput = formInput<EditableCode, typeof fields>(fields);

/** Completes a new code. Absent fields get their initial value, else null. */
export const newCode = (input: CodeInput): EditableCode => ({
  ...initialValues<EditableCode, typeof fields>(fields),
  ...input,
});

/** Picks the fields that staff edit from a stored code. */
export const toEditable = ({
  amountHalalas: amount,
  maxDiscountHalalas: maxDiscount,
  ...columns
}: FormColumns): EditableCode => pickNames({ ...columns, amount, maxDiscount }, codeFieldNames);

/**
 * Converts the form to columns. Normalises the code and clears fields that do not apply: a code with a percentage has
 * no amount, one with an amount has no maximum, and one for all courses lists no courses. `id` is the code's own id,
 * null for a new one. Throws ValidationError.
 */
export async function toColumns(ctx: Ctx, form: EditableCode, id: number | null): Promise<FormColumns> {
  const { locale } = ctx;
  const { amount, maxDiscount, ...columns } = form;
  const errors: FieldMap = {};
  const code = normaliseCode(form.code);
  if (!/^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/.test(code)) errors["code"] = [m.discounts_code_spelling({}, { locale })];
  const [existingCode] = await ctx.db
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(eq(discountCodes.code, code));
  if (existingCode && existingCode.id !== id) errors["code"] = [m.discounts_code_taken({}, { locale })];
  if (form.percent === null && amount === null)
    errors["percent"] = errors["amount"] = [getProblemMessage("required", locale)];
  if (form.validTo !== null && form.validTo < form.validFrom)
    errors["validTo"] = [getProblemMessage("invalid", locale)];
  if (form.scope !== "all" && form.courseIds.length + form.runIds.length === 0)
    errors["courseIds"] = [getProblemMessage("required", locale)];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return {
    ...columns,
    code,
    amountHalalas: form.percent === null ? amount : null,
    maxDiscountHalalas: form.percent === null ? null : maxDiscount,
    ...(form.scope === "all" && { courseIds: [], runIds: [] }),
  };
}

/** A code in API replies, with money as text. Staff see every new column of the table unless `omit` names it. */
export const codeReply = createSelectSchema(discountCodes, {
  courseIds: z.array(z.int()),
  runIds: z.array(z.int()),
})
  .omit({ amountHalalas: true, maxDiscountHalalas: true, pausedAt: true, endedAt: true, createdAt: true })
  .extend({ amount: moneyText.nullable(), maxDiscount: moneyText.nullable() });

/** The fields of the form in API replies, with money as text. */
export const editableCodeReply = z.object(pickNames(codeReply.shape, codeFieldNames));
