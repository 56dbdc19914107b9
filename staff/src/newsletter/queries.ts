import { useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  NewsletterIssue,
  NewsletterIssueRow,
} from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import type { RowOf } from "../api-types.ts";
import { callStaff } from "../api.ts";

export const perPage = 25;

/** Loads an issue. Reloads it repeatedly while it is scheduled or being sent. */
export const useIssue = (id: string) =>
  useQuery({
    queryKey: ["newsletter", "one", id],
    queryFn: ({ signal }) => callStaff("GET /api/staff/newsletter-issues/:id", { id }, signal),
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.state === "draft" || isSettled(data)) return false;
      return data.state === "scheduled" ? 15_000 : 3000;
    },
  });

/** Whether the counts of an issue are final for now: it is paused, or each email was sent or has failed. */
export const isSettled = ({ state, handed, sent, failed }: NewsletterIssueRow): boolean =>
  state === "paused" || ((state === "sent" || state === "stopped") && sent + failed >= handed);

/** Returns a function that stores a changed issue in the cache and reloads the lists. */
export function useStoreIssue(): (issue: NewsletterIssue) => void {
  const client = useQueryClient();
  return (issue) => {
    client.setQueryData(["newsletter", "one", String(issue.id)], issue);
    void client.invalidateQueries({ queryKey: ["newsletter", "list"] });
  };
}

interface IssueOptions {
  states?: NewsletterIssueRow["state"][] | undefined;
  /** Refresh interval in milliseconds. */
  everyMs?: number;
  isEnabled?: boolean;
}
export const useIssues = (page: number, { states, everyMs, isEnabled = true }: IssueOptions = {}) =>
  useQuery({
    queryKey: ["newsletter", "list", page, states],
    queryFn: ({ signal }) => {
      const filter = states ? { state: states } : {};
      return callStaff("GET /api/staff/newsletter-issues", { page, per_page: perPage, ...filter }, signal);
    },
    refetchInterval: everyMs ?? false,
    enabled: isEnabled,
  });

export const useSubscribers = (page: number, state: RowOf<"newsletter-subscribers">["state"] | "all", q: string) =>
  useQuery({
    queryKey: ["newsletter", "subscribers", page, state, q],
    queryFn: ({ signal }) => {
      const filter = { ...(state === "all" ? {} : { state }), ...(q === "" ? {} : { q }) };
      return callStaff("GET /api/staff/newsletter-subscribers", { page, per_page: perPage, ...filter }, signal);
    },
  });

/** The colleagues who can receive a test email. */
export const useReaders = () =>
  useQuery({
    queryKey: ["newsletter", "colleagues"],
    queryFn: ({ signal }) => callStaff("GET /api/staff/colleagues", {}, signal),
    staleTime: 300_000,
  });
