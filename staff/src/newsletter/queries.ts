import { useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  NewsletterIssue,
  NewsletterIssueRow,
} from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import type { RowOf } from "../api-types.ts";
import { callStaff } from "../api.ts";

export const perPage = 25;

/** An issue; while it is being sent it is asked for again and again. */
export const useIssue = (id: string) =>
  useQuery({
    queryKey: ["newsletter", "one", id],
    queryFn: ({ signal }) => callStaff("GET /api/staff/newsletter-issues/:id", { id }, signal),
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== "draft" && !isSettled(state.data) ? 3000 : false,
  });

/** Whether every mail of an issue was taken or given up. */
export const isSettled = ({ state, handed, sent, failed }: NewsletterIssueRow): boolean =>
  state === "paused" || (state === "sent" && sent + failed >= handed);

/** Keeps what a change answered. */
export function useKeepIssue(): (issue: NewsletterIssue) => void {
  const client = useQueryClient();
  return (issue) => {
    client.setQueryData(["newsletter", "one", String(issue.id)], issue);
    void client.invalidateQueries({ queryKey: ["newsletter", "list"] });
  };
}

/** A page of issues, asked for again every `everyMs` where it is given. */
interface IssueOptions {
  states?: NewsletterIssueRow["state"][] | undefined;
  /** Asked again that often. */
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

/** Everyone of the staff who may get a test. */
export const useReaders = () =>
  useQuery({
    queryKey: ["newsletter", "colleagues"],
    queryFn: ({ signal }) => callStaff("GET /api/staff/colleagues", {}, signal),
    staleTime: 300_000,
  });
