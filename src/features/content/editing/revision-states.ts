export const revisionStates = ["draft", "scheduled", "published", "replaced"] as const;
export type RevisionState = (typeof revisionStates)[number];

/** Allowed changes of state. A replaced revision stays replaced; restoring it creates a new draft. */
const nextStates: Record<RevisionState, readonly RevisionState[]> = {
  draft: ["scheduled", "published", "replaced"],
  scheduled: ["scheduled", "draft", "published", "replaced"],
  // Unpublishing makes it a draft again, or `replaced` if there is a newer draft.
  published: ["replaced", "draft"],
  replaced: [],
};

export const mayBecome = (from: RevisionState, to: RevisionState): boolean => nextStates[from].includes(to);
