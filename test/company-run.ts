/** A run for a company (decision 050), for tests of its offer, its quotation and its order. */
import { readQuotationToken } from "#features/checkout/quotation.ts";
import { createRun } from "#features/runs/create-run.server.ts";
import { readRun } from "#features/runs/staff-runs.server.ts";
import type { Ctx } from "#platform/context.server.ts";

export const hospital = { name: "Example General Hospital", vat_number: "300000000000003", address: "Riyadh" };

type NewRun = Parameters<typeof createRun>[1];

/** Creates a run of twelve seats for the hospital, at 20,000 SAR in total. Returns the run's id. */
export async function createCompanyRun(
  ctx: Ctx,
  values: Partial<NewRun> & Pick<NewRun, "courseId" | "startDate">,
): Promise<number> {
  const { id } = await createRun(ctx, {
    visibility: "company",
    companyName: hospital.name,
    sessions: [],
    delivery: "onsite",
    venueEng: "Their ward, Riyadh",
    capacity: 12,
    price: 2_000_000,
    priceFor: "run",
    hours: 6,
    accreditationStatus: "none",
    ...values,
  });
  return id;
}

/** Reads the token at the end of the quotation's address, and the key in it. Both are empty if no link works. */
export async function readQuotationLink(ctx: Ctx, runId: number): Promise<{ token: string; key: string }> {
  const { links } = await readRun(ctx, { id: runId });
  const token = links?.eng.split("/quotation/")[1] ?? "";
  return { token, key: readQuotationToken(token)?.key ?? "" };
}
