import { defineCall, id } from "./call.ts";

export const getUid = defineCall({
  method: "GET",
  path: "/api/user/uid",
  summary: "The player's id.",
  access: "player",
  data: id,
});
