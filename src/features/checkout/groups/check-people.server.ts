import { eq } from "drizzle-orm";
import { z } from "zod";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import {
  attendeeKey,
  attendeeSchema,
  findConfirmedAttendees,
  limitNamedPeople,
} from "#features/seats/attendees.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound, RateLimited, ValidationError } from "#platform/errors.ts";
import { fieldMap } from "#platform/http/fields.server.ts";
import { consumeRateLimit, limits } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { maxListed, type ListedPerson, type TypedPerson } from "./people-list.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

/**
 * Counts these people against the limit of named people. Returns whether the reply may reveal which of them have a
 * seat. Beyond the limit, seats are only checked when the people are named.
 */
async function consumeNamedPeople(ctx: Ctx, runId: number, emails: readonly string[]): Promise<boolean> {
  if (emails.length > limits.namedPeoplePerAccount.max * ctx.env.RATE_LIMIT_FACTOR) return false;
  try {
    await limitNamedPeople(
      ctx,
      emails.map((email) => ({ runId, email })),
    );
    return true;
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    return false;
  }
}

const person = attendeeSchema.omit({ course_id: true });

/**
 * Checks a list of people for a run, as the browser read or corrected it. Each line is ready, or says what to correct,
 * that its address is repeated, or that the person has a seat. Stores nothing. Throws Unauthenticated,
 * ConfirmedAddressRequired, NotFound, ValidationError (empty, or more than 200 people), RateLimited.
 */
export async function checkPeople(
  ctx: Ctx,
  { runId, people }: { runId: number; people: readonly TypedPerson[] },
): Promise<ListedPerson[]> {
  const viewer = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  const { locale } = ctx;
  await consumeRateLimit(ctx, "checkPeoplePerAccount", viewer.id);
  if (people.length === 0) throw new ValidationError({ people: [m.groups_list_empty({}, { locale })] });
  if (people.length > maxListed)
    throw new ValidationError({ people: [m.groups_list_too_long({ count: maxListed }, { locale })] });
  const { id, visibility } = courseRuns;
  const [run] = await ctx.db.select({ visibility }).from(courseRuns).where(eq(id, runId));
  if (!run) throw new NotFound(m.catalogue_not_found({}, { locale }));
  const parsed = people.map((typed) => ({ typed, result: person.safeParse(typed) }));
  const emails = parsed.map(({ result }) => (result.success ? result.data.email : null));
  const validEmails = emails.filter((email) => email !== null);
  // Who attends a private run is not for everyone to ask. Naming the people refuses them in any case.
  const mayLookUp = run.visibility === "public" && (await consumeNamedPeople(ctx, runId, validEmails));
  const booked = mayLookUp ? await findConfirmedAttendees(ctx, [runId], validEmails) : new Set<string>();
  return parsed.map(({ typed, result }, at) => {
    const line = { ...typed, errors: {}, same_as: null };
    if (!result.success) return { ...line, state: "fix", errors: fieldMap(result.error as z.ZodError, locale) };
    const first = emails.indexOf(result.data.email);
    if (first < at) return { ...line, state: "twice", same_as: first + 1 };
    return { ...line, ...result.data, state: booked.has(attendeeKey(runId, result.data.email)) ? "booked" : "ready" };
  });
}
