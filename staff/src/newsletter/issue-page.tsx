import { useParams } from "react-router";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { NotFoundPage } from "../layout/not-found-page.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { ComposePage } from "./compose-page.tsx";
import { useIssue, useIssues } from "./queries.ts";
import { sentStates, SendingPage } from "./sending-page.tsx";

/** One issue: its editor while it is a draft, otherwise its progress. */
export default function IssuePage() {
  const { id = "" } = useParams();
  const { data: issue, error, refetch } = useIssue(id);
  const isDraft = issue?.state === "draft";
  // On a phone the list is above the preview, so both are shown together.
  const { isLoading } = useIssues(1, { states: sentStates, isEnabled: issue !== undefined && !isDraft });
  if (error?.status === 403) return <AccessDeniedPage />;
  if (error?.status === 404) return <NotFoundPage />;
  if (!issue && error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!issue || isLoading) return <LoadingState />;
  return isDraft ? <ComposePage key={issue.id} issue={issue} /> : <SendingPage issue={issue} />;
}
