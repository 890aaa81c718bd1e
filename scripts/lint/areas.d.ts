export const AREAS: Readonly<Record<string, readonly (readonly string[])[]>>;
