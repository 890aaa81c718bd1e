import type { ManifestOptions } from "vite-plugin-pwa";

/** What an installed app is called and looks like. Colours: header and page of packages/ui/src/tokens.css. */
export const manifest: Partial<ManifestOptions> = {
  id: "/app/",
  name: "Horse Club",
  short_name: "Horse Club",
  description: "The betting club whose money you can check.",
  start_url: "/app/",
  scope: "/app/",
  display: "standalone",
  orientation: "portrait-primary",
  background_color: "#0D3B2E",
  theme_color: "#0D3B2E",
  categories: ["sports"],
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};
