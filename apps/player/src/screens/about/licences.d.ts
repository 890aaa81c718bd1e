declare module "virtual:licences" {
  const licences: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
  }[];
  export default licences;
}
