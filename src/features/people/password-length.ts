/** Lengths in characters of any script. */
export const passwordLength = { min: 8, max: 128 } as const;
