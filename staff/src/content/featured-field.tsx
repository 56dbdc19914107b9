import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { staffQuery } from "../api.ts";
import { ChosenList } from "../parts/chosen-list.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useEditorView } from "./editor-context.ts";
import { useItemTitle } from "./use-item-title.ts";

/** Maximum number of courses that are featured on the home page. */
export const maxFeatured = 4;

/** All courses, up to 100: for their names, and for the choice of those that can be featured. */
export const useAllCourses = (isEnabled = true) =>
  useQuery({
    ...staffQuery("GET /api/staff/courses", { per_page: 100, sort: "title" }),
    enabled: isEnabled,
  });

/** The courses on the home page, in order. */
export function FeaturedCourses() {
  const getTitle = useItemTitle();
  const { data, set, errors, isReadOnly } = useEditorView();
  const { data: list, error, refetch } = useAllCourses();
  const chosen = Array.isArray(data["courses"]) ? (data["courses"] as number[]) : [];
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!list) return <LoadingState />;
  const courses = list.data;
  const getCourseTitle = (id: number) => {
    const course = courses.find(({ courseId }) => courseId === id);
    return course ? getTitle(course) : String(id);
  };
  return (
    <ChosenList
      ids={chosen}
      onChange={(ids) => set("courses", ids)}
      getName={getCourseTitle}
      choices={courses
        .filter(({ onSite }) => onSite)
        .map((course) => ({ id: course.courseId, name: getTitle(course) }))}
      max={maxFeatured}
      addLabel={m.staff_content_featured_add()}
      emptyText={m.staff_content_featured_none()}
      error={errors["courses"]?.[0]}
      isReadOnly={isReadOnly}
    />
  );
}
