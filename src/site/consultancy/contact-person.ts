import type { TeamMember } from "#features/content/content.schema.server.ts";

/** Picks the member whose title names the consultancy, else the first; undefined in an empty team. */
export function contactPerson(members: readonly TeamMember[]): TeamMember | undefined {
  return members.find(({ title_eng }) => /consult/i.test(title_eng)) ?? members[0];
}
