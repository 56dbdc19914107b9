import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Enquiry, EnquiryRow } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { callStaff } from "../api.ts";
import type { StaffInput } from "../api-types.ts";
import { dashboardQuery } from "../today/use-dashboard.ts";

/** The queues of the inbox. Waiting enquiries come first. */
export const views = ["waiting", "mine", "nobodys", "answered", "spam"] as const;
export type View = (typeof views)[number];

const waitingStates: EnquiryRow["state"][] = ["new", "open"];
const viewFilters: Record<View, Pick<StaffInput<"GET /api/staff/enquiries">, "state" | "assignee">> = {
  waiting: { state: waitingStates },
  mine: { state: waitingStates, assignee: "me" },
  nobodys: { state: waitingStates, assignee: "nobody" },
  answered: { state: ["answered"] },
  spam: { state: ["spam"] },
};
const perPage = 50;

/** The enquiries of a queue. Waiting ones are sorted oldest first, others newest first. */
export function useEnquiries(view: View, q: string) {
  const sort = view === "answered" || view === "spam" ? "-created_at" : "created_at";
  const filter = { ...viewFilters[view], ...(q === "" ? {} : { q }) };
  return useInfiniteQuery({
    queryKey: ["enquiries", "list", view, q],
    queryFn: ({ pageParam, signal }) => {
      const input = { page: pageParam, per_page: perPage, sort, ...filter } as const;
      return callStaff("GET /api/staff/enquiries", input, signal);
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * perPage < last.total ? all.length + 1 : undefined),
    refetchInterval: 60_000,
  });
}

export const useSummary = () =>
  useQuery({
    queryKey: ["enquiries", "summary"],
    queryFn: ({ signal }) => callStaff("GET /api/staff/enquiry-summary", {}, signal),
    refetchInterval: 60_000,
  });

export const useEnquiry = (id: string) =>
  useQuery({
    queryKey: ["enquiries", "one", id],
    queryFn: ({ signal }) => callStaff("GET /api/staff/enquiries/:id", { id }, signal),
  });

/** Returns a function that stores a changed enquiry in the cache and reloads the lists. */
export function useStoreEnquiry(): (enquiry: Enquiry) => void {
  const client = useQueryClient();
  return (enquiry) => {
    client.setQueryData(["enquiries", "one", String(enquiry.id)], enquiry);
    void client.invalidateQueries({ queryKey: ["enquiries", "list"] });
    void client.invalidateQueries({ queryKey: ["enquiries", "summary"] });
    // Also reloads the count in the menu.
    void client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
  };
}

/** Colleagues who can answer enquiries. */
export const useColleagues = () =>
  useQuery({
    queryKey: ["enquiries", "colleagues"],
    queryFn: ({ signal }) => callStaff("GET /api/staff/colleagues", { permission: "enquiries.write" }, signal),
    staleTime: 300_000,
  });

export const useSavedReplies = () =>
  useQuery({
    queryKey: ["saved-replies"],
    queryFn: ({ signal }) => callStaff("GET /api/staff/saved-replies", { per_page: 100, sort: "name" }, signal),
    staleTime: 60_000,
  });
