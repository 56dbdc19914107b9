import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { Empty } from "../ui/states.tsx";
import { PageHead } from "../ui/page-head.tsx";

export function NotFoundPage() {
  const translate = useTranslate();
  return (
    <>
      <PageHead title={translate("shell.states.not_found")} />
      <Empty
        icon="search-x"
        title={translate("shell.states.not_found_title")}
        action={
          <Button variant="outlined" component={Link} to="/">
            {translate("menu.today")}
          </Button>
        }
      >
        {translate("shell.states.not_found_text")}
      </Empty>
    </>
  );
}
