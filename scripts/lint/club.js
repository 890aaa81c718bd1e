/** Rules of our own for oxlint. Plain JavaScript, since the linter loads it with any Node. */

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

export default { meta: { name: "club" }, rules: { "no-built-sql": noBuiltSql } };
