/** `storing`: the file is not complete yet, and the upload is hidden. `failed`: the picture could not be decoded. */
export const mediaStates = ["storing", "queued", "ready", "failed"] as const;
export type MediaState = (typeof mediaStates)[number];

/** State of the content that uses an upload. */
export const usePlaces = ["published", "scheduled", "draft"] as const;
export type UsePlace = (typeof usePlaces)[number];
