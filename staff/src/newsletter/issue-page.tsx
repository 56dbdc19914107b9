import { useParams } from "react-router-dom";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { NotFoundPage } from "../layout/not-found-page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { ComposePage } from "./compose-page.tsx";
import { useIssue } from "./queries.ts";
import { SendingPage } from "./sending-page.tsx";
import "./newsletter.css";

/** One issue: to be written, or on its way. */
export default function IssuePage() {
  const { id = "" } = useParams();
  const { data: issue, error, refetch } = useIssue(id);
  if (error?.status === 403) return <AccessDeniedPage />;
  if (error?.status === 404) return <NotFoundPage />;
  if (!issue) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
  return issue.state === "draft" ? <ComposePage key={issue.id} issue={issue} /> : <SendingPage issue={issue} />;
}
