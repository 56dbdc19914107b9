/** How many files a buyer may attach to a request or an answer. */
export const maxFiles = 3;
/** Size limit of one file. A photo of a document from a 50-megapixel phone has about 10 MB. */
export const maxFileBytes = 12 * 2 ** 20;
