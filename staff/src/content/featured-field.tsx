import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { SortableList } from "../parts/sortable-list.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { staffQuery } from "../api.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useFormats } from "../parts/formats.ts";
import { useEditorView } from "./editor-context.ts";
import { PairNote } from "../parts/pair.tsx";
import { Button } from "../../../src/ui/button.tsx";

const maxFeatured = 4;

/** Courses that can be featured on the home page. */
export const useFeaturable = (isEnabled = true) =>
  useQuery({
    ...staffQuery("GET /api/staff/courses", { per_page: 100, sort: "title" }),
    enabled: isEnabled,
  });

/** The courses on the home page, in order. */
export function FeaturedCourses() {
  const { localized } = useFormats();
  const { data, set, errors, isReadOnly } = useEditorView();
  const { data: list, error, refetch } = useFeaturable();
  const chosen = Array.isArray(data["courses"]) ? (data["courses"] as number[]) : [];
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!list) return <LoadingState />;
  const courses = list.data;
  const getCourseTitle = (id: number) => {
    const course = courses.find(({ course_id }) => course_id === id);
    return course ? localized(course.title, course.title_ar) : String(id);
  };
  const available = courses.filter(({ course_id, on_site }) => on_site && !chosen.includes(course_id));
  return (
    <div className="grid gap-4">
      <SortableList
        items={chosen}
        getKey={(id) => id}
        getName={getCourseTitle}
        onChange={(ids) => set("courses", ids)}
        isReadOnly={isReadOnly}
      >
        {(id) => (
          <>
            <span className="min-w-0 flex-1">{getCourseTitle(id)}</span>
            {!isReadOnly && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.staff_common_action_remove_named({ name: getCourseTitle(id) })}
                onClick={() =>
                  set(
                    "courses",
                    chosen.filter((previous) => previous !== id),
                  )
                }
              >
                {m.staff_common_action_remove()}
              </Button>
            )}
          </>
        )}
      </SortableList>
      {chosen.length === 0 && <p className="text-ink-3">{m.staff_content_featured_none()}</p>}
      {errors["courses"] && <PairNote tone="wrong">{errors["courses"][0]}</PairNote>}
      {!isReadOnly && chosen.length < maxFeatured && available.length > 0 && (
        <Select
          label={m.staff_content_featured_add()}
          value=""
          onChange={(event) => set("courses", [...chosen, Number(event.target.value)])}
          options={available.map((course) => ({
            value: String(course.course_id),
            label: localized(course.title, course.title_ar),
          }))}
        />
      )}
    </div>
  );
}
