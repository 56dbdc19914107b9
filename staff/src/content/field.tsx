import { FeaturedCourses } from "./featured-field.tsx";
import type { Field } from "./kinds.ts";
import { PictureField } from "./pictures.tsx";
import { OneField } from "./plain-field.tsx";
import { Curriculum, Features, Speakers } from "./rows-field.tsx";
import { HtmlPair, TextPair } from "./text-fields.tsx";

/** The control of a field. */
export function ContentField({ field }: { field: Field }) {
  switch (field.type) {
    case "text":
      return <TextPair field={field} />;
    case "html":
      return <HtmlPair field={field} />;
    case "picture":
      return <PictureField />;
    case "speakers":
      return <Speakers />;
    case "curriculum":
      return <Curriculum />;
    case "features":
      return <Features />;
    case "courses":
      return <FeaturedCourses />;
    default:
      return <OneField field={field} />;
  }
}
