import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  Enquiry,
  EnquiryRow,
  EnquirySummary,
  SavedReply,
} from "../../../src/features/letters/inbox/inbox.schema.ts";
import { staffCall, type StaffApiError } from "../api.ts";

interface EnquiryPage {
  data: EnquiryRow[];
  total: number;
}
type Colleagues = { data: { id: string; name: string }[] };

/** The queues of the inbox; what waits comes first. */
export const views = ["waiting", "mine", "nobodys", "answered", "spam"] as const;
export type View = (typeof views)[number];

const waiting = ["new", "open"];
const filterOf: Record<View, object> = {
  waiting: { state: waiting },
  mine: { state: waiting, assignee: "me" },
  nobodys: { state: waiting, assignee: "nobody" },
  answered: { state: ["answered"] },
  spam: { state: ["spam"] },
};
const perPage = 50;

/** The rows of a queue: the oldest first where someone waits, else the newest. */
export function useEnquiries(view: View, q: string) {
  const order = view === "answered" || view === "spam" ? "DESC" : "ASC";
  const filter = JSON.stringify({ ...filterOf[view], ...(q === "" ? {} : { q }) });
  return useInfiniteQuery<EnquiryPage, StaffApiError, { pages: EnquiryPage[] }, string[], number>({
    queryKey: ["enquiries", "list", view, q],
    queryFn: ({ pageParam, signal }) => {
      const input = { page: String(pageParam), perPage: String(perPage), sort: "created_at", order, filter };
      return staffCall<EnquiryPage>("GET enquiries", input, signal);
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * perPage < last.total ? all.length + 1 : undefined),
    refetchInterval: 60_000,
  });
}

export const useSummary = () =>
  useQuery<EnquirySummary, StaffApiError>({
    queryKey: ["enquiries", "summary"],
    queryFn: ({ signal }) => staffCall<EnquirySummary>("GET enquiry-summary", undefined, signal),
    refetchInterval: 60_000,
  });

export const useEnquiry = (id: string) =>
  useQuery<Enquiry, StaffApiError>({
    queryKey: ["enquiries", "one", id],
    queryFn: ({ signal }) => staffCall<Enquiry>(`GET enquiries/${id}`, undefined, signal),
  });

/** Keeps what a change answered, and asks for the lists again. */
export function useKeepEnquiry(): (enquiry: Enquiry) => void {
  const client = useQueryClient();
  return (enquiry) => {
    client.setQueryData(["enquiries", "one", String(enquiry.id)], enquiry);
    void client.invalidateQueries({ queryKey: ["enquiries", "list"] });
    void client.invalidateQueries({ queryKey: ["enquiries", "summary"] });
  };
}

/** Who could answer an enquiry. */
export const useColleagues = () =>
  useQuery<Colleagues, StaffApiError>({
    queryKey: ["enquiries", "colleagues"],
    queryFn: ({ signal }) => staffCall<Colleagues>("GET colleagues", { permission: "enquiries.write" }, signal),
    staleTime: 300_000,
  });

export const useSavedReplies = () =>
  useQuery<{ data: SavedReply[] }, StaffApiError>({
    queryKey: ["saved-replies"],
    queryFn: ({ signal }) =>
      staffCall<{ data: SavedReply[] }>("GET saved-replies", { perPage: "100", sort: "name", order: "ASC" }, signal),
    staleTime: 60_000,
  });
