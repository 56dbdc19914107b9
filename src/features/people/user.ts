import type { StoredUser } from "#platform/session-token.ts";

/** In API responses to that person only (specification §3), and so in that person's browser. */
export type PublicUser = StoredUser;

interface UserRow {
  id: string;
  name: string;
  email: string;
  address: string;
  contactNumber: string;
  scfhsNumber: string;
  workplace: string;
  profession: string;
}

export function publicUser({
  id,
  name,
  email,
  address,
  contactNumber,
  scfhsNumber,
  workplace,
  profession,
}: UserRow): PublicUser {
  return { id, name, email, address, contact_number: contactNumber, scfhs_number: scfhsNumber, workplace, profession };
}
