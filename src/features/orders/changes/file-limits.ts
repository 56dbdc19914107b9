/** What may be attached to a request or an answer. */
export const maxFiles = 3;
/** A phone's photo of 50 megapixels of a paper has some 10 MB. */
export const maxFileBytes = 12 * 2 ** 20;
