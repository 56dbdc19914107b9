/** Limits of a password's length, in characters of any script. */
export const passwordLength = { min: 8, max: 128 } as const;
