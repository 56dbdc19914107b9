/** `storing` is not yet whole and not shown; `failed` could not be decoded after all. */
export const mediaStates = ["storing", "queued", "ready", "failed"] as const;
export type MediaState = (typeof mediaStates)[number];

/** How content that names an upload stands. */
export const usePlaces = ["published", "scheduled", "draft"] as const;
export type UsePlace = (typeof usePlaces)[number];
