import { z } from "zod";
import { checkedAttendeeSchema } from "#features/seats/attendees.server.ts";
import { billingSchema, billingSchemaWith, companySchema } from "#features/orders/billing.server.ts";
import { runKey } from "#features/catalogue/catalogue.schema.server.ts";
import { codeField } from "#features/discounts/code-field.server.ts";
import { needsNationalAddress } from "#features/orders/national-address.server.ts";
import { id, withRunId } from "#features/orders/fields.server.ts";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import { beginReply } from "./begin-reply.schema.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import type { FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { beginCheckout as begin } from "./begin-checkout.server.ts";
import { whole } from "#platform/http/fields.server.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";

const attendeesField = z
  .array(checkedAttendeeSchema, "required")
  .max(maxLines * maxQty, "invalid")
  .nullish()
  .meta({
    description: "Who attends: one for each seat of a line that is not named later (`course_id` is the run's id)",
  });
/** Far above what can be bought, because too large groups get a message that names a contact. */
const groupQty = whole(1, 100_000);
const item = z
  .object({
    course_id: id,
    qty: groupQty,
    key: runKey,
    named_later: whole(0, 2_147_483_647).optional().meta({
      description:
        "Seats, the last ones, whose people are named after the purchase, with assign-seats; of a run for a company all may be",
    }),
  })
  // All seats may be named later only with a key, and `checkRuns` requires that the run is for a company.
  .refine(({ qty, named_later = 0, key }) => named_later < qty || (key && named_later === qty), {
    error: "invalid",
    path: ["named_later"],
  });
const company = companySchema
  .nullish()
  .meta({ description: "Whom the tax invoice is made out to, when not to the buyer" });

const formFields = { company, attendees: attendeesField };
const formSchema = billingSchemaWith(formFields);
const formSchemaWithParts = billingSchemaWith(formFields, { needsParts: true });

export const validateBillingAddress = endpoint({
  summary: "Checks a billing address and stores nothing",
  description: "Takes `company` and `attendees` of begin-checkout too, so that a whole form is checked at once.",
  session: "optional",
  body: formSchema,
  bodyFor: async (ctx) => ((await needsNationalAddress(ctx)) ? formSchemaWithParts : formSchema),
  reply: z.object({ message: z.string() }),
  handle: ({ locale }) => ({ message: m.checkout_billing_valid({}, { locale }) }),
});

export const beginCheckout = endpoint({
  summary: "Opens an order: prices from the database, seats held for 15 minutes",
  description:
    "The same submit again answers with the same order and given_id. `amount` is in halalas. Without `attendees` the first seat of each item is the caller's and the others are named later; an item for which someone is named needs a person for each seat but those of `named_later`. An order that replaces another one of the same run keeps its `expires_at`. A run for a company is sold with all its seats, to a `company`. Unpaid, an account holds 20 seats at most, 5 of one run without `company` (422); after two holds of a run that ran out it waits (429).",
  session: "required",
  limit: "checkoutPerAddress",
  body: z.object({
    items: z
      .array(item, "required")
      .min(1, "required")
      .max(maxLines, "invalid")
      .superRefine((items, { addIssue }) => {
        const ids = items.map(({ course_id }) => course_id);
        for (const [index, id] of ids.entries())
          if (ids.indexOf(id) < index)
            addIssue({ code: "custom", path: [index, "course_id"], message: "repeated" satisfies FieldProblem });
      }),
    billing: billingSchema,
    company,
    attendees: attendeesField,
    discount_code: codeField,
  }),
  reply: beginReply,
  errors: {
    403: addressNotConfirmed,
    404: "No such course run.",
    409: "Ended, closed, sold out, the caller is already registered, or the time of their hold is nearly over.",
  },
  handle: (ctx, { items, attendees, discount_code, ...rest }) =>
    begin(ctx, {
      ...rest,
      discountCode: discount_code,
      items: items.map(withRunId),
      attendees: attendees?.map(withRunId),
    }),
});
