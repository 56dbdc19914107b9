/**
 * Files every page starts with say that their functions are about to be called. A browser that knows the line (Chromium 136 and later) compiles
 * them beside the page while they arrive; else it compiles hundreds of functions one by one in the middle of the page's own work, 40 of 75 ms
 * (docs/decisions/015). Others read a comment. Late code stays without: much of it is never called.
 */
export const compiledEarly = ({ isDynamicEntry }: { isDynamicEntry: boolean }) => (isDynamicEntry ? "" : "//# allFunctionsCalledOnLoad\n");
