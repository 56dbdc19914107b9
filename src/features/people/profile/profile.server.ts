import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Forbidden, ValidationError } from "#platform/errors.ts";
import { evenIfFieldsAreInvalid, fieldMap } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { checkOtherName, nameOtherValues, personFields, type PersonForm } from "#features/people/person.server.ts";
import { ownSessionId, rotateToken } from "#features/people/sessions.server.ts";
import { users } from "#features/people/tables.server.ts";
import { publicUser, type PublicUser } from "#features/people/user.ts";
import { requestEmailChange, checkEmailChange } from "./email-change.server.ts";

const schema = z.object(personFields).superRefine(checkOtherName, evenIfFieldsAreInvalid);

export interface ProfileForm extends PersonForm {
  id: string;
  /** Required when the email changes. */
  password?: string | undefined;
}

export interface SavedProfile {
  /** Replaces the request's token, which is revoked. */
  token: string;
  user: PublicUser;
  /** The new email while it is not confirmed, or null. */
  email_pending: string | null;
}

/**
 * Updates the profile and rotates the session's token. A new email is not saved before it is confirmed. Throws
 * Unauthenticated, Forbidden for another person's id, RateLimited, and ValidationError with every wrong field.
 */
export async function editProfile(ctx: Ctx, form: ProfileForm): Promise<SavedProfile> {
  const viewer = requireViewer(ctx);
  if (form.id !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale: ctx.locale }));
  const parsed = schema.safeParse(form);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  const { email, contact_number, scfhs_number, name_other, ...person } = parsed.data;
  const isNewEmail = email !== viewer.email;
  if (isNewEmail) await checkEmailChange(ctx, { email, password: form.password });
  return inTransaction(ctx, async (ctx) => {
    const sessionId = isNewEmail ? await ownSessionId(ctx) : "";
    const token = await rotateToken(ctx);
    const [saved] = await ctx.db
      .update(users)
      .set({
        ...person,
        ...(form.name_other !== undefined && nameOtherValues(name_other || null)),
        contactNumber: contact_number,
        scfhsNumber: scfhs_number,
        updatedAt: ctx.now(),
      })
      .where(eq(users.id, viewer.id))
      .returning();
    if (!saved) throw new Error("The user of the session does not exist");
    if (isNewEmail) await requestEmailChange(ctx, { email, sessionId });
    return { token, user: publicUser(saved), email_pending: isNewEmail ? email : null };
  });
}
