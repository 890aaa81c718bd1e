import { z } from "zod";
import { defineCall } from "./call.ts";
import { searchHit } from "./search.ts";

/** Whom one can follow. */
export const FOLLOW_KINDS = ["runner", "jockey", "trainer", "team"] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];

/** Somebody by name; the same name in another kind of race or another sport is somebody else. */
const followed = z.object({
  kind: z.enum(FOLLOW_KINDS),
  /** The kind of race, or the sport. */
  scope: z.string().regex(/^\w{1,40}$/),
  name: z.string().trim().min(1).max(120),
});
export type Followed = z.infer<typeof followed>;

export const followLine = followed.extend({
  /** What it is found by on the open and coming card; null: it is not on it. */
  next: searchHit.nullable(),
});
export type FollowLine = z.infer<typeof followLine>;

const list = z.array(followLine);

export const listFollows = defineCall("GET /api/user/follows", {
  summary:
    "Runners, jockeys, trainers and teams that the player follows, with what they have next: the next to start first.",
  access: "player",
  list,
});

export const follow = defineCall("PUT /api/user/follows", {
  summary: "Follows one more; again changes nothing. At most 200.",
  access: "player",
  body: followed,
  list,
});

export const unfollow = defineCall("DELETE /api/user/follows", {
  summary: "Follows one no more.",
  access: "player",
  body: followed,
  list,
});
