import { expect, test } from "vitest";
import { roleOf, withAppRole } from "./migrate.ts";
import { splitHosts } from "./primary.ts";

test.each([
  ["postgres://u:p@h:1/d", ["postgres://u:p@h:1/d"]],
  ["postgres://u:p%40,x@h/d?a=b,c", ["postgres://u:p%40,x@h/d?a=b,c"]],
  ["postgres://u:p@a:1,b:2/d?x=y", ["postgres://u:p@a:1/d?x=y", "postgres://u:p@b:2/d?x=y"]],
])("%s", (url, hosts) => {
  expect(splitHosts(url)).toEqual(hosts);
});

test.each([
  ["postgres://club_app:x@h/d", "club_app"],
  ["postgres://my%20role:x@a:1,b:2/d", "my role"],
])("the role of %s is %s", (url, role) => {
  expect(roleOf(url)).toBe(role);
});

const SQL = `CREATE TABLE club_app_note (a int);
GRANT SELECT,
  INSERT ON club_app_note TO club_app;
  REVOKE DELETE ON club_app_note FROM club_app;
GRANT SELECT ON x TO somebody;
SELECT 'club_app';`;

test("the role's name is put in GRANT and REVOKE alone", () => {
  const sql = withAppRole(SQL, { owner: "boss", app: 'we"ird' });
  expect(sql).toContain('INSERT ON club_app_note TO "we""ird";');
  expect(sql).toContain('REVOKE DELETE ON club_app_note FROM "we""ird";');
  expect(sql).toContain("SELECT 'club_app'");
  expect(sql).toContain("TO somebody;");
});

test("one role for both keeps every right", () => {
  const sql = withAppRole(SQL, { owner: "boss", app: "boss" });
  expect(sql).not.toContain("REVOKE");
  expect(sql.match(/GRANT/g)).toHaveLength(1);
});
