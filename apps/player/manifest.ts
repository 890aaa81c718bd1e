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
    { src: "icon-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
    { src: "icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: [
    shortcut("Next race", "/pages/detail/detail", "race"),
    shortcut("My bets", "/pages/order/list", "bets"),
    shortcut("Top up", "/pages/recharge/recharge", "top-up"),
  ],
  // `npm run pictures` takes them from a running club.
  screenshots: [
    screenshot("home", "The next race with its shortest prices, and the meetings of the day"),
    screenshot("race", "A race: pools, runners and prices that move"),
    screenshot("slip", "The bet form: combinations, cost and estimate before the act"),
  ],
};

/** Opened by a long press on the app's icon. */
function shortcut(name: string, path: string, icon: string) {
  const src = `shortcut-${icon}.png`;
  return { name, url: `/app/#${path}`, icons: [{ src, sizes: "96x96", type: "image/png" }] };
}

/** What a store or a browser shows before the app is installed. */
function screenshot(name: string, label: string) {
  const src = `screens/${name}.png`;
  return { src, sizes: "750x1624", type: "image/png", form_factor: "narrow", label } as const;
}
