import "../packages/check/src/main.ts";
