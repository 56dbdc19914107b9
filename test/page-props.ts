/** Returns props for a page that only reads its loader's data. */
export const pageProps = <Props extends { loaderData: unknown }>(loaderData: Props["loaderData"]): Props =>
  // Such a page renders without the other props of the router.
  ({ loaderData }) as unknown as Props;
