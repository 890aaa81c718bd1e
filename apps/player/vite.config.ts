import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { budget } from "./budget.ts";
import { licences } from "./licences.ts";
import { manifest } from "./manifest.ts";

const SERVER = "http://127.0.0.1:8080";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/app/",
  plugins: [
    react(),
    licences(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/app",
      filename: "sw.ts",
      // Registered by hand: the page's policy takes no script from elsewhere (main.tsx).
      injectRegister: null,
      registerType: "prompt",
      manifest,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,woff2,svg}"],
        // Live pictures need a connection anyway.
        globIgnores: ["**/hls*"],
        injectionPoint: "self.__WB_MANIFEST",
      },
    }),
    budget(),
  ],
  // React has it itself since 18; the router still brings what took its place before.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // Small pictures stay files: the policy allows them, and the entry stays small.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the first page needs is one file: many small ones are more requests and compress worse.
        // So are the small parts that most of the other pages share, and those of both slips; each
        // chunk less is also a name less in the first file's list of what to load with a page.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"] },
            // What the first page draws after its board, and the news that it follows.
            {
              name: "later",
              test: /\/player\/src\/(live\/[^.]+\.ts|screens\/home\/(HomeOffers|HomeEnd))/,
            },
            { name: "core", test: /\/player\/src\/(core|shell)\/[^.]+\.tsx?$/ },
            { name: "parts", test: /\/packages\/ui\/src\/(?!Picker|Date|more-)[^/]+\.tsx?$/ },
            { name: "calls", test: /\/player\/src\/api\/(?!sport|push|passkeys)[^.]+\.ts$/ },
            { name: "bets", test: /\/packages\/domain\/src\/(bets|pools)\// },
            { name: "slip", test: /\/player\/src\/slip\/(race\/multi-)?[^/]+\.tsx?$/ },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { "/api": SERVER, "/healthz": SERVER, "/readyz": SERVER } },
});
