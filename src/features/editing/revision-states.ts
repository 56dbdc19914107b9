export const revisionStates = ["draft", "scheduled", "published", "replaced"] as const;
export type RevisionState = (typeof revisionStates)[number];

/** TABLE of the moves a revision may make. What was replaced stays as it is: restoring it makes a new draft. */
const moves: Record<RevisionState, readonly RevisionState[]> = {
  draft: ["scheduled", "published", "replaced"],
  // To another minute, back to a draft, onto the site, or behind a newer one.
  scheduled: ["scheduled", "draft", "published", "replaced"],
  // Off the site it is a draft again, unless there is a newer one.
  published: ["replaced", "draft"],
  replaced: [],
};

export const mayBecome = (from: RevisionState, to: RevisionState): boolean => moves[from].includes(to);
