/** Props of a page that reads nothing but its loader's data. */
export const pageProps = <Props extends { loaderData: unknown }>(loaderData: Props["loaderData"]): Props =>
  // What else the router hands a page is not needed to draw it.
  ({ loaderData }) as unknown as Props;
