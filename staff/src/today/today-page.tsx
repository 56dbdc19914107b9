import { useState } from "react";
import { useGetIdentity, useTranslate } from "ra-core";
import { useFormats } from "../ui/formats.ts";
import { PageHead } from "../ui/page-head.tsx";

/** The first page: what waits for the person signed in. */
export function TodayPage() {
  const translate = useTranslate();
  const { date } = useFormats();
  const { identity } = useGetIdentity();
  const [now] = useState(() => new Date());
  return <PageHead title={translate("today.greeting", { name: identity?.fullName })} facts={date(now, "full")} />;
}
