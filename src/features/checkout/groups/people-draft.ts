/** A list that is being corrected, saved in the tab by run. */
export const peopleDraft = (runId: number) => `people-${runId}`;

/** The field of a run's list in the form of checkout. */
export const listField = (runId: number) => `list.${runId}`;
