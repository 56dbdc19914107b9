/** In API responses to that person only (specification §3). */
export interface PublicUser {
  id: string;
  name: string;
  email: string;
  address: string;
  contact_number: string;
  scfhs_number: string;
  workplace: string;
  profession: string;
}

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
