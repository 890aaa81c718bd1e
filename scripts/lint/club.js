/** Rules of our own for oxlint. Plain JavaScript, since the linter loads it with any Node. */

import { dirname, join } from "node:path/posix";
import { AREAS } from "./areas.js";

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
const RUNS_SQL = new Set(["query", "queryThatCommits", "raw"]);

function isBuilt(node) {
  if (node === undefined || node === null) return false;
  if (node.type === "TemplateLiteral") return node.expressions.length > 0;
  if (node.type === "BinaryExpression") return node.operator === "+";
  if (node.type !== "ObjectExpression") return false;
  return node.properties.some(
    (property) =>
      property.type === "Property" && property.key.name === "text" && isBuilt(property.value),
  );
}

const noBuiltSql = {
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression" || !RUNS_SQL.has(callee.property.name)) return;
        if (!isBuilt(node.arguments[0])) return;
        context.report({
          node,
          message: "SQL is never built from values: bind them as parameters.",
        });
      },
    };
  },
};

/** What makes a function of a statement: core/db/statements.ts. */
const MAKES_STATEMENTS =
  /^(manyRows|oneRow|theRow|manyValues|oneValue|theValue|hasRow|changesOne|command)$/;

const statementsOutside = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/");
    if (!file.includes("/apps/server/src/") || file.endsWith(".test.ts")) return {};
    let depth = 0;
    const enter = () => {
      depth += 1;
    };
    const leave = () => {
      depth -= 1;
    };
    const see = {};
    for (const kind of FUNCTIONS) Object.assign(see, { [kind]: enter, [`${kind}:exit`]: leave });
    return {
      ...see,
      CallExpression(node) {
        if (depth === 0 || !MAKES_STATEMENTS.test(node.callee.name ?? "")) return;
        context.report({
          node,
          message:
            "A statement is made once, outside every function: no value is part of its text.",
        });
      },
    };
  },
};

/** Where a file stands in the floor plan; undefined outside the apps that have one. */
function placeOf(file) {
  const path = file.replaceAll("\\", "/");
  const app = Object.keys(AREAS).find((root) => path.includes(`/${root}/`));
  if (app === undefined) return undefined;
  const within = path.slice(path.lastIndexOf(`/${app}/`) + app.length + 2);
  const folders = AREAS[app].flatMap((names, layer) => names.map((name) => ({ app, name, layer })));
  const fitting = folders.filter(({ name }) => within.startsWith(`${name}/`));
  const longest = fitting.toSorted((a, b) => b.name.length - a.name.length)[0];
  return longest ?? { app, name: dirname(within), layer: undefined };
}

function whyNot(here, there) {
  if (there?.app !== here.app || there.name === here.name) return undefined;
  if (there.layer === undefined) return `${there.name} has no place in scripts/lint/areas.js.`;
  if (there.layer > here.layer) return `${here.name} lies below ${there.name}: import downwards.`;
  if (there.layer === here.layer) return `${here.name} and ${there.name} do not know each other.`;
  return undefined;
}

const areas = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/");
    const here = placeOf(file);
    if (here === undefined) return {};
    function look(node) {
      const source = node.source ?? node.argument;
      const target = source?.value ?? source?.literal?.value;
      if (typeof target !== "string" || !target.startsWith(".")) return;
      const message = whyNot(here, placeOf(join(dirname(file), target)));
      if (message !== undefined) context.report({ node, message });
    }
    return {
      Program(node) {
        const message = `${here.name} has no place in scripts/lint/areas.js.`;
        if (here.layer === undefined) context.report({ node, message });
      },
      ImportDeclaration: look,
      ImportExpression: look,
      ExportAllDeclaration: look,
      ExportNamedDeclaration: look,
      TSImportType: look,
    };
  },
};

export default {
  meta: { name: "club" },
  rules: { areas, "no-built-sql": noBuiltSql, "statements-outside": statementsOutside },
};
