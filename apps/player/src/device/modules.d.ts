declare module "virtual:licences" {
  const licences: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
  }[];
  export default licences;
}

/** The light build has the types of the full one. */
declare module "hls.js/light" {
  export { default } from "hls.js";
  export * from "hls.js";
}
