/**
 * The fields of a discount code that staff edit, grouped like the cards of the portal's form. They define the checks
 * and replies of the staff API, the audit diff, the reply to an edit conflict, and the form.
 */
import { choice, namesIn, number, required, text, type FormField } from "#platform/form-fields.ts";
import { codeScopes } from "./discount-rules.ts";

const money = (min: number, max: number) => ({ type: "money", min, max }) as const;
const ids = { type: "ids", max: 200 } as const;
const uses = { ...number(1, 1_000_000), description: "Null for no limit" } as const;

export const codeForm = {
  code: {
    code: { ...text(40), ...required },
    purpose: { ...text(120), initial: "" },
  },
  discount: {
    percent: number(1, 90),
    amount: {
      ...money(100, 1_000_000),
      description: "SAR off the whole order, before VAT, 1.00 to 10,000.00; null for a code with a percentage",
    },
    maxDiscount: {
      ...money(100, 10_000_000),
      description:
        "The most that a percentage takes off one order, in SAR before VAT, 1.00 to 100,000.00; null for no limit",
    },
    minSeats: { ...number(1, 50), initial: 1, description: "Minimum number of seats of one run in one order" },
  },
  courses: {
    scope: { ...choice(codeScopes), ...required },
    courseIds: ids,
    runIds: ids,
  },
  uses: {
    validFrom: { type: "day", ...required },
    validTo: { type: "day" },
    maxUses: uses,
    maxUsesPerAccount: uses,
    firstOrderOnly: { type: "flag", initial: false, description: "Only for accounts without another order" },
  },
} as const satisfies Record<string, Record<string, FormField>>;

export const codeFields = { ...codeForm.code, ...codeForm.discount, ...codeForm.courses, ...codeForm.uses };

export type CodeFieldName = keyof typeof codeFields;
export const codeFieldNames: CodeFieldName[] = namesIn(codeFields);
