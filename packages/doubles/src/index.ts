export * from "./http-double.ts";
