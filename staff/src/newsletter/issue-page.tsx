import { useParams } from "react-router";
import { isFirstLoad } from "../frame/queries.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { NotFoundPage } from "../layout/not-found-page.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { ComposePage } from "./compose-page.tsx";
import { useIssue, useIssues } from "./queries.ts";
import { ScheduledPage } from "./scheduled-page.tsx";
import { sentStates, SendingPage } from "./sending-page.tsx";

/** The page of an issue. It shows the editor of a draft, the time of a scheduled issue, or the progress of sending. */
export default function IssuePage() {
  const { id = "" } = useParams();
  const { data: issue, error, refetch } = useIssue(id);
  const isStarted = issue !== undefined && issue.startedAt !== null;
  // On a phone the list is above the preview. The page waits for the list, so that the preview does not move.
  const list = useIssues(1, { states: sentStates, isEnabled: isStarted });
  if (error?.status === 403) return <AccessDeniedPage />;
  if (error?.status === 404) return <NotFoundPage />;
  if (!issue && error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!issue || isFirstLoad(list)) return <LoadingState />;
  if (isStarted) return <SendingPage issue={issue} />;
  return issue.state === "scheduled" ? <ScheduledPage issue={issue} /> : <ComposePage key={issue.id} issue={issue} />;
}
