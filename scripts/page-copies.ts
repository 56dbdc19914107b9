/** Each page brings its own copy of what pages share, instead of a file for every such piece (docs/decisions/015). */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseSync, type Plugin } from "vite";

const source = resolve("src");
const page = /[\\/]pages[\\/][\w-]+\.tsx$/;
/** It keeps formatters it has made, and makes them again where it has none. */
const keepsForSpeed = /[\\/]i18n[\\/]dates\.ts$/;
/** A typed call of the API; the widths of a picture. */
const givesConstants = new Set(["call", "phoneWide"]);
const copyMark = /\?of=.*/;

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : []);

/** Functions, words and what is put together from them. */
function isConstant(node: Node): boolean {
  if (/^(?:Function|ArrowFunction)Expression$/.test(node.type)) return true;
  if (/^(?:Literal|Identifier|MemberExpression|JSX\w+)$/.test(node.type)) return true;
  // What they give is a function or a text like any other.
  if (node.type === "CallExpression") return givesConstants.has(String((node["callee"] as Node)["name"])) && nodesIn(node["arguments"]).every(isConstant);
  if (node.type === "Property") return nodesIn(node["value"]).every(isConstant);
  if (!/^(?:Array|Object|Template|Binary|Unary|Conditional|Spread|Parenthesized|TSAs|TSSatisfies)/.test(node.type)) return false;
  return Object.values(node).flatMap(nodesIn).every((one) => one.type === "TemplateElement" || one.type.startsWith("TS") || isConstant(one));
}

/** An empty list or object is there to be filled. */
const isEmpty = (node: Node): boolean => (isNode(node["expression"]) ? isEmpty(node["expression"]) : nodesIn(node["elements"] ?? node["properties"] ?? node).length === 0);

/** Nobody can tell how many there are of a module that keeps nothing: its top level declares functions and constants only. */
export function keepsNothing(name: string, code: string): boolean {
  return parseSync(name, code).program.body.every((statement) => {
    const node = statement as unknown as Node;
    const declared = isNode(node["declaration"]) ? node["declaration"] : node;
    if (/^(?:Import|TS|FunctionDeclaration)/.test(declared.type) || node.type === "ExportNamedDeclaration" && !node["declaration"]) return true;
    if (declared.type !== "VariableDeclaration") return node.type === "ExportDefaultDeclaration" && isConstant(declared);
    return declared["kind"] === "const" && nodesIn(declared["declarations"]).every(({ init }) => isNode(init) && isConstant(init) && !isEmpty(init));
  });
}

/** The files of ours that come with every page: what the root imports, and so on. */
function everyPage(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || /\.server\.tsx?$/.test(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type).*? from "([#.][^"]+\.tsx?)";$/gm)) everyPage(from.startsWith("#") ? join(source, from.slice(1)) : join(dirname(file), from), found);
  return found;
}

export function pageCopies(): Plugin {
  const shared = everyPage(join(source, "root.tsx"));
  const loadedLate = new Set<string>();
  const copied = new Map<string, boolean>();
  const canCopy = (file: string) => {
    const known = copied.get(file) ?? (file.startsWith(source) && /\.tsx?$/.test(file) && !page.test(file) && !shared.has(file) && (keepsForSpeed.test(file) || keepsNothing(file, readFileSync(file, "utf8"))));
    copied.set(file, known);
    return known;
  };
  return {
    name: "page-copies",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    async resolveId(from, importer, options) {
      if (!importer || !/^[#.]/.test(from) || copyMark.test(from)) return null;
      const found = await this.resolve(from, importer, { ...options, skipSelf: true });
      if (!found || found.external) return found;
      if (options.kind === "dynamic-import") loadedLate.add(found.id);
      else if (!loadedLate.has(found.id) && canCopy(found.id)) {
        const copy = copyMark.exec(importer)?.[0] ?? (page.test(importer) || loadedLate.has(importer) ? `?of=${basename(importer).replace(/\.tsx?$/, "")}` : "");
        return { ...found, id: found.id + copy };
      }
      return found;
    },
    load: (id) => (copyMark.test(id) && id.startsWith(source) ? readFileSync(id.replace(copyMark, ""), "utf8") : null),
  };
}
