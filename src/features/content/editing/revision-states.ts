export const revisionStates = ["draft", "scheduled", "published", "replaced"] as const;
export type RevisionState = (typeof revisionStates)[number];

/** Allowed moves. A replaced revision stays replaced; restoring it makes a new draft. */
const moves: Record<RevisionState, readonly RevisionState[]> = {
  draft: ["scheduled", "published", "replaced"],
  scheduled: ["scheduled", "draft", "published", "replaced"],
  // After unpublishing it is a draft again, unless there is a newer one.
  published: ["replaced", "draft"],
  replaced: [],
};

export const mayBecome = (from: RevisionState, to: RevisionState): boolean => moves[from].includes(to);
