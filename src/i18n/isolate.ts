/**
 * Wraps a name, a number or a term for use within a sentence in Unicode's first strong isolate (UAX 9), so that its
 * direction and that of the sentence do not affect each other.
 */
export const isolate = (text: string | number): string => `\u2068${text}\u2069`;
