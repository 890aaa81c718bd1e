/**
 * The floor plan: per app its layers, from the lowest up. A file may import from its own folder and
 * from the layers below; folders of one layer do not know each other. A file belongs to the folder
 * with the longest matching name. The rule `club/areas` enforces the arrows, scripts/arrows.test.ts
 * breaks each once, and scripts/folders.test.ts looks for cycles.
 */
export const AREAS = {
  "apps/player/src": [
    ["device"],
    ["core"],
    ["api"],
    ["live"],
    ["shell"],
    ["slip"],
    ["slip/race", "slip/sport"],
    ["proofs"],
    ["orders"],
    ["screens/find", "screens/live", "screens/protection"],
    ["screens/sign-in"],
    [
      "screens/about",
      "screens/account",
      "screens/disputes",
      "screens/home",
      "screens/invite",
      "screens/money",
      "screens/race",
      "screens/rules",
      "screens/shop",
      "screens/sport",
      "screens/statement",
    ],
    ["app"],
  ],
  "apps/console/src": [
    ["core"],
    ["api"],
    ["shell"],
    ["people", "day", "sport", "money", "club"],
    ["app"],
  ],
  // Folders of one server area may use each other, as long as there is no cycle.
  "apps/server/src": [
    ["core"],
    ["identity"],
    ["desk"],
    ["tell"],
    ["people"],
    ["money"],
    ["proofs"],
    ["racing"],
    ["sports"],
    ["run"],
    ["test"],
  ],
};
