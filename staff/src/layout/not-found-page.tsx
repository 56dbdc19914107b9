import { Button } from "@mui/material";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { Empty } from "../ui/states.tsx";
import { PageHead } from "../ui/page-head.tsx";

export function NotFoundPage() {
  return (
    <>
      <PageHead title={m.staff_shell_states_not_found()} />
      <Empty
        icon="search-x"
        title={m.staff_shell_states_not_found_title()}
        action={
          <Button variant="outlined" component={Link} to="/">
            {m.staff_menu_today()}
          </Button>
        }
      >
        {m.staff_shell_states_not_found_text()}
      </Empty>
    </>
  );
}
