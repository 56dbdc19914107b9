/** Key in session storage for a run's attendee list while its errors are being corrected. */
export const peopleDraftKey = (runId: number) => `people-${runId}`;

/** Name of the checkout form's field that holds a run's attendee list. */
export const listField = (runId: number) => `list.${runId}`;
