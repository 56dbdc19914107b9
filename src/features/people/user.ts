import type { StoredUser } from "#platform/session-token.ts";

/** In API responses to that person only (specification §3), and so in that person's browser. */
export type PublicUser = Required<StoredUser>;

interface UserRow {
  id: string;
  name: string;
  nameOther?: string | null;
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
  nameOther,
  email,
  address,
  contactNumber,
  scfhsNumber,
  workplace,
  profession,
}: UserRow): PublicUser {
  return {
    id,
    name,
    name_other: nameOther ?? "",
    email,
    address,
    contact_number: contactNumber,
    scfhs_number: scfhsNumber,
    workplace,
    profession,
  };
}
