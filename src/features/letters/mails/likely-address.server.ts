import { and, desc, isNull, ne, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { editDistance } from "#features/content/search/edit-distance.ts";
import type { Ctx } from "#platform/context.server.ts";

/** Mailbox providers of people here; a domain that is nearly one of them is probably a slip. */
const commonDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "outlook.sa",
  "yahoo.com",
  "icloud.com",
  "live.com",
  "msn.com",
  "moh.gov.sa",
  "ksu.edu.sa",
  "kau.edu.sa",
  "kfshrc.edu.sa",
  "ngha.med.sa",
];
const mostTypos = 2;
/** A letter more or less makes another domain of a short one. */
const typosIn = (domain: string) => (domain.length < 9 ? 1 : mostTypos);

export interface LikelyAddress {
  address: string;
  /** An account has it, or its domain is common. */
  because: "account" | "domain";
}

/**
 * The address that was probably meant: an account's that differs in a slip of the domain, else a common domain. Null
 * when neither.
 */
export async function likelyAddress(ctx: Ctx, address: string): Promise<LikelyAddress | null> {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  const isSlip = (other: string) => other !== domain && editDistance(domain, other, mostTypos) <= typosIn(domain);
  const pattern = `% ${local.replaceAll(/[\\%_]/g, "\\$&")}@%`;
  const sameName = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(sql`${users.search} like person_spelling(${pattern})`, ne(users.email, address), isNull(users.erasedAt)))
    .orderBy(desc(users.updatedAt))
    .limit(20);
  const account = sameName.find(({ email }) => isSlip(email.slice(email.lastIndexOf("@") + 1)));
  if (account) return { address: account.email, because: "account" };
  if (commonDomains.includes(domain)) return null;
  const [nearest] = commonDomains
    .filter(isSlip)
    .toSorted((one, other) => editDistance(domain, one, mostTypos) - editDistance(domain, other, mostTypos));
  return nearest === undefined ? null : { address: `${local}@${nearest}`, because: "domain" };
}
