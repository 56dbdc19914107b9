import { m } from "#messages";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";

export default function CourseMissing() {
  return (
    <div className="wrap py-section">
      <EmptyState
        headingLevel={1}
        title={m.catalogue_not_found()}
        action={<LinkButton to="/courses">{m.catalogue_all_courses()}</LinkButton>}
      >
        {m.catalogue_not_found_hint()}
      </EmptyState>
    </div>
  );
}
