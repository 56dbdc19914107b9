import { clearDraft } from "#platform/drafts.ts";

/** A list that is being corrected, saved in the tab by run. */
export const peopleDraft = (runId: number) => `people-${runId}`;

export const clearPeopleDraft = (runId: number): void => clearDraft(peopleDraft(runId));
