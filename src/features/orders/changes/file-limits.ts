/** What may be attached to a request or an answer. */
export const mostFiles = 3;
/** The photo of a paper by a telephone with 50 megapixels is one of some 10 MB. */
export const mostFileBytes = 12 * 2 ** 20;
