/** What may be attached to a request or an answer. */
export const maxFiles = 3;
/** A phone's photo of a document with 50 megapixels has about 10 MB. */
export const maxFileBytes = 12 * 2 ** 20;
