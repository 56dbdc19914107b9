import type { StoredUser } from "#platform/session-token.ts";

/** A user as the API returns it, only to that user (specification §3). Their browser stores it. */
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
