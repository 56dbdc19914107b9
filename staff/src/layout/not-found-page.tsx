import { m } from "../messages.ts";
import { LinkButton } from "../parts/button.tsx";
import { Empty } from "../ui/states.tsx";
import { PageHead } from "../ui/page-head.tsx";

export function NotFoundPage() {
  return (
    <>
      <PageHead title={m.staff_shell_states_not_found()} />
      <Empty
        icon="search-x"
        title={m.staff_shell_states_not_found_title()}
        action={<LinkButton to="/">{m.staff_menu_today()}</LinkButton>}
      >
        {m.staff_shell_states_not_found_text()}
      </Empty>
    </>
  );
}
