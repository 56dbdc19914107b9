import { useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  NewsletterIssue,
  NewsletterIssueRow,
  Subscriber,
} from "../../../src/features/letters/newsletter/newsletter.schema.ts";
import { staffCall, type StaffApiError } from "../api.ts";

export const perPage = 25;
interface Page<Row> {
  data: Row[];
  total: number;
  more: boolean;
}

/** An issue; while it is being sent it is asked for again and again. */
export const useIssue = (id: string) =>
  useQuery<NewsletterIssue, StaffApiError>({
    queryKey: ["newsletter", "one", id],
    queryFn: ({ signal }) => staffCall<NewsletterIssue>(`GET newsletter-issues/${id}`, undefined, signal),
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
  states?: string[] | undefined;
  /** Asked again that often. */
  everyMs?: number;
  isEnabled?: boolean;
}
export const useIssues = (page: number, { states, everyMs, isEnabled = true }: IssueOptions = {}) =>
  useQuery<Page<NewsletterIssueRow>, StaffApiError>({
    queryKey: ["newsletter", "list", page, states],
    queryFn: ({ signal }) => {
      const filter = JSON.stringify(states ? { state: states } : {});
      return staffCall("GET newsletter-issues", { page: String(page), perPage: String(perPage), filter }, signal);
    },
    refetchInterval: everyMs ?? false,
    enabled: isEnabled,
  });

export const useSubscribers = (page: number, state: string, q: string) =>
  useQuery<Page<Subscriber>, StaffApiError>({
    queryKey: ["newsletter", "subscribers", page, state, q],
    queryFn: ({ signal }) => {
      const filter = JSON.stringify({ ...(state === "all" ? {} : { state }), ...(q === "" ? {} : { q }) });
      return staffCall("GET newsletter-subscribers", { page: String(page), perPage: String(perPage), filter }, signal);
    },
  });

interface Colleague {
  id: string;
  name: string;
}
/** Everyone of the staff who may get a test. */
export const useReaders = () =>
  useQuery<{ data: Colleague[] }, StaffApiError>({
    queryKey: ["newsletter", "colleagues"],
    queryFn: ({ signal }) => staffCall("GET colleagues", undefined, signal),
    staleTime: 300_000,
  });
