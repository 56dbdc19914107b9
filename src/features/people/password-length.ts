/** In characters, whatever the script. */
export const passwordLength = { min: 8, max: 128 } as const;
