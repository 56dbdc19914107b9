import type { TeamMember } from "#features/content/content.ts";

/** Who answers for the consultancy: the member whose title names it, else the first of the team; none in an empty team. */
export function contactPerson(members: readonly TeamMember[]): TeamMember | undefined {
  return members.find(({ title_eng }) => /consult/i.test(title_eng)) ?? members[0];
}
