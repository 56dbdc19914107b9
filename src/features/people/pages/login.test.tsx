import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { pageProps } from "#test/page-props.ts";
import Login from "./login.tsx";

type Props = Parameters<typeof Login>[0];

const heading = (search: string) => {
  const Page = createRoutesStub([
    { path: "/login", Component: () => <Login {...pageProps<Props>({ course: null })} /> },
  ]);
  return /<h1[^>]*>(.*?)<\/h1>/.exec(renderToStaticMarkup(<Page initialEntries={[`/login${search}`]} />))?.[1];
};

it('U-30 greets a new account with "Welcome", others with "Welcome back"', () => {
  expect(heading("?registered=1")).toBe("Welcome");
  expect(heading("")).toBe("Welcome back");
});
