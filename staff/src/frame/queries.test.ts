import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished } from "vitest";
import { isFirstLoad } from "./queries.ts";

it("a query that failed is not loading for the first time when it is retried", async () => {
  const query = new QueryObserver(new QueryClient({ defaultOptions: { queries: { retry: false } } }), {
    queryKey: ["trainers"],
    queryFn: () => Promise.reject(new Error("The server is away.")),
  });
  onTestFinished(query.subscribe(() => undefined));
  expect(isFirstLoad(query.getCurrentResult())).toBe(true);
  const failed = await query.refetch();
  expect(failed.isError).toBe(true);
  const retry = query.refetch();
  const retried = query.getCurrentResult();
  expect([retried.isLoading, isFirstLoad(retried)]).toEqual([true, false]);
  await retry;
});
