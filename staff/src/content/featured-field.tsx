import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
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
  const moveUp = (at: number) => {
    const [current, previous] = [chosen[at], chosen[at - 1]];
    if (current !== undefined && previous !== undefined)
      set("courses", chosen.with(at, previous).with(at - 1, current));
  };
  return (
    <div className="grid gap-4">
      <ol>
        {chosen.map((id, index) => (
          <li key={id} className="flex min-h-13 items-center gap-3.25 border-t border-line px-pad py-2.5">
            <span className="text-ink-3 whitespace-nowrap tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1">{getCourseTitle(id)}</span>
            {!isReadOnly && (
              <>
                <TooltipButton
                  icon="arrow-up"
                  disabled={index === 0}
                  label={m.staff_content_featured_up({ name: getCourseTitle(id) })}
                  onClick={() => moveUp(index)}
                />
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
              </>
            )}
          </li>
        ))}
      </ol>
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
