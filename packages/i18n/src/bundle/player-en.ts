import { en as common } from "../catalogue/common/en.ts";
import { en as own } from "../catalogue/player/en.ts";
import { en as refusals } from "../catalogue/refusals/en.ts";

export const messages = { ...common, ...refusals, ...own };
