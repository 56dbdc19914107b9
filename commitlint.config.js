/** Commits are `type(scope): imperative`, 72 characters at most; any scope; the why in a body of any width. */
export default {
  extends: ["@commitlint/config-conventional"],
  rules: {
    "header-max-length": [2, "always", 72],
    "body-max-line-length": [0],
    "footer-max-line-length": [0],
  },
};
