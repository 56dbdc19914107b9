/** E-invoicing in the staff's API. */
import { z } from "zod";
import { companySchema } from "#features/orders/billing.server.ts";
import { normaliseCode } from "#i18n/input-text.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict, Unavailable, ValidationError } from "#platform/errors.ts";
import { line, optionalLine, type FieldProblem } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getList, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import { AuthorityRefused, AuthorityUnavailable } from "./authority.ts";
import { einvoiceFilter, einvoiceStates, einvoiceXml, listEInvoices } from "./list.server.ts";
import { correctEInvoice, sealAgain } from "./seal.server.ts";
import { beginOnboarding, goLive, renewUnit, testUnit } from "./units.server.ts";
import { readEInvoicing } from "./watch.server.ts";

const message = z.object({ code: z.string(), text: z.string().meta({ description: "As the authority words it" }) });

export const state = staffEndpoint({
  access: readEInvoicing.permission,
  summary: "How e-invoicing stands: mode, certificate, onboarding, and what waits for a person",
  input: z.object({}),
  reply: z.object({
    mode: z.enum(["off", "simulation", "on"]),
    isCompanyComplete: z.boolean().meta({ description: "The settings have all that the authority asks about" }),
    isUsed: z
      .boolean()
      .meta({ description: "There are e-invoices of the mode in use; while it is off, ones that count" }),
    unit: z
      .object({
        id: z.int(),
        validTo: z.string(),
        isEnding: z.boolean().meta({ description: "In its last 60 days, or ended" }),
        isEnded: z.boolean(),
        isReadable: z.boolean().meta({ description: "False after a change of the site's secret" }),
        refusedSince: z.string().nullable().meta({ description: "The authority refuses certificate or password" }),
        clockAheadSeconds: z.int().meta({ description: "Our clock against the authority's, by its last answer" }),
        sealed: z.int().meta({ description: "XMLs of its chain" }),
        oldestWaitingAt: z.string().nullable(),
      })
      .nullable()
      .meta({ description: "The certificate that signs; null before the onboarding" }),
    testing: z
      .object({ id: z.int(), begunAt: z.string() })
      .nullable()
      .meta({ description: "An onboarding that has begun" }),
    waiting: z.int(),
    rejected: z.int(),
    stranded: z.int().meta({ description: "Of those that wait: with a certificate that cannot be used any more" }),
    strandedAndSent: z.int().meta({ description: "Of these: sent at least once, without an answer" }),
  }),
  handle: async (ctx) => {
    const { mode, isComplete, isUsed, unit, testing, counts } = await readEInvoicing(ctx);
    return {
      mode,
      isCompanyComplete: isComplete,
      isUsed,
      unit: unit && {
        id: unit.id,
        validTo: unit.validTo.toISOString(),
        isEnding: unit.isCertificateEnding,
        isEnded: unit.hasCertificateEnded,
        isReadable: unit.isReadable,
        refusedSince: unit.refusedSince?.toISOString() ?? null,
        clockAheadSeconds: unit.clockAheadSeconds,
        sealed: unit.counter,
        oldestWaitingAt: unit.oldestIssuedAt?.toISOString() ?? null,
      },
      testing: testing && { id: testing.id, begunAt: testing.createdAt.toISOString() },
      waiting: counts.waiting,
      rejected: counts.rejected,
      stranded: counts.stranded,
      strandedAndSent: counts.strandedAndSent,
    };
  },
});

/** Calls the authority. Throws Unavailable, ValidationError and Conflict with a message for the reader. */
async function callAuthority<T>(ctx: Ctx, call: () => Promise<T>): Promise<T> {
  const { locale } = ctx;
  try {
    return await call();
  } catch (error) {
    if (error instanceof AuthorityUnavailable)
      throw new Unavailable(m.invoicing_einvoicing_authority_away({}, { locale }));
    if (!(error instanceof AuthorityRefused)) throw error;
    const { code, text } = error.reason;
    if (code.includes("OTP"))
      throw new ValidationError({ code: [m.invoicing_einvoicing_code_refused({}, { locale })] });
    throw new Conflict(
      code === "Missing-ComplianceSteps"
        ? m.invoicing_einvoicing_examples_missing({}, { locale })
        : m.invoicing_einvoicing_refused({ reason: [code, text].filter(Boolean).join(": ") }, { locale }),
    );
  }
}

/** The one-time code of six digits that the authority's portal shows. */
const oneTimeCode = () =>
  line(20)
    .transform(normaliseCode)
    .refine((code) => /^\d{6}$/.test(code), "invalid" satisfies FieldProblem)
    .meta({ description: "Six digits of the authority's portal" });
const onboardingStep = { access: beginOnboarding.permission, fresh: true } as const;
const unitReply = z.object({ id: z.int() });
const refusalErrors = { 409: "The settings are not complete, or the authority refused" } as const;

export const begin = staffEndpoint({
  ...onboardingStep,
  summary: "First step of the onboarding: a key, and a certificate for tests",
  input: z.object({ code: oneTimeCode() }),
  reply: unitReply,
  status: 201,
  errors: refusalErrors,
  handle: (ctx, input) => callAuthority(ctx, () => beginOnboarding(ctx, input)),
});

export const test = staffEndpoint({
  ...onboardingStep,
  summary: "Second step: sends the authority six examples",
  input: z.object({ id: numericId() }),
  reply: z.object({ errors: z.array(message).meta({ description: "None when it accepts them all" }) }),
  errors: { ...notFound, ...refusalErrors },
  handle: async (ctx, input) => ({ errors: await callAuthority(ctx, () => testUnit(ctx, input)) }),
});

export const live = staffEndpoint({
  ...onboardingStep,
  summary: "Last step: the certificate that counts; from the next document on all are sent",
  input: z.object({ id: numericId() }),
  reply: unitReply,
  errors: { ...notFound, ...refusalErrors },
  handle: async (ctx, { id }) => {
    await callAuthority(ctx, () => goLive(ctx, { id }));
    return { id };
  },
});

export const renew = staffEndpoint({
  ...onboardingStep,
  summary: "A new key and certificate before the old one ends",
  input: z.object({ code: oneTimeCode() }),
  reply: unitReply,
  errors: refusalErrors,
  handle: (ctx, input) => callAuthority(ctx, () => renewUnit(ctx, input)),
});

/** The buyer's company as in the XML. In an old order, `street` contains the whole address. */
const { name, vat_number, building_number, district } = companySchema.shape;
const company = z.object({
  name,
  vat_number,
  street: line(200),
  building_number,
  district,
  city: optionalLine(60)
    .optional()
    .transform((text) => text || undefined)
    .meta({ type: "string" }),
  postal_code: optionalLine(12)
    .optional()
    .transform((text) => normaliseCode(text ?? "") || undefined)
    .refine((text) => text === undefined || /^\d{5}$/.test(text), "saudiPostalCode" satisfies FieldProblem)
    .meta({ type: "string" }),
});

export const list = getList({
  access: listEInvoices.permission,
  summary: "E-invoices: tax documents as the tax authority gets them",
  sorts: ["id", "decided_at"],
  filter: einvoiceFilter,
  row: z.object({
    id: z.int(),
    state: z.enum(einvoiceStates),
    number: z.string().meta({ example: "INV-2026-000318" }),
    kind: z.enum(["invoice", "credit-note"]),
    documentId: z.int(),
    orderId: z.int(),
    issuedAt: z.string(),
    buyer: z.string(),
    company: z
      .object({
        name: z.string(),
        vat_number: z.string(),
        street: z.string(),
        building_number: z.string().optional(),
        district: z.string().optional(),
        city: z.string().optional(),
        postal_code: z.string().optional(),
      })
      .nullable()
      .meta({ description: "As in the XML" }),
    counter: z.int().meta({ description: "Place in the chain of its certificate (ICV)" }),
    sealedAt: z.string(),
    attempts: z.int(),
    problem: z.string().nullable().meta({ description: "Why the last attempt decided nothing" }),
    nextTryAt: z.string().nullable(),
    decidedAt: z.string().nullable(),
    messages: z.array(message).meta({ description: "Errors of a rejected one, warnings of an accepted one" }),
  }),
  list: listEInvoices,
});

export const correct = staffEndpoint({
  access: correctEInvoice.permission,
  summary: "Makes the XML of a rejected document anew, with the same number, date and sums",
  description: "`company` replaces the buyer's name, VAT number and address in the XML; the tax document stays.",
  input: z.object({ id: numericId(), company: company.optional() }),
  reply: z.object({ id: z.int() }),
  errors: { ...notFound, 409: "Not rejected, corrected already, or no certificate is active" },
  handle: correctEInvoice,
});

export const again = staffEndpoint({
  access: sealAgain.permission,
  fresh: true,
  summary: "Seals documents again that wait with a certificate that cannot be used any more",
  input: z.object({}),
  reply: z.object({ count: z.int() }),
  errors: { 409: "No certificate is active" },
  handle: sealAgain,
});

export const xml = staffFile({
  access: einvoiceXml.permission,
  summary: "The XML of an e-invoice, as the authority has it",
  types: ["application/xml"],
  errors: notFound,
  input: z.object({ id: numericId() }),
  handle: einvoiceXml,
});
