export interface ClubColours {
  readonly colour_light: string;
  readonly colour_dark: string;
  readonly colour_header: string;
}

const HEX = /^#[0-9a-f]{6}$/;

/**
 * Draws the apps in a club's own colours, over what tokens.css says. Tints and the pressed state are
 * mixed from them in the shares with which the server checks their contrast.
 */
export function showColours(colours: ClubColours): void {
  const { colour_light: light, colour_dark: dark, colour_header: header } = colours;
  if (![light, dark, header].every((each) => HEX.test(each))) return;
  const mix = (one: string, share: number, other: string) =>
    `color-mix(in srgb, ${one} ${share}%, ${other})`;
  const tokens = {
    "--turf": `light-dark(${light}, ${dark})`,
    "--turf-press": `light-dark(${mix(light, 80, "#000000")}, ${mix(dark, 75, "#ffffff")})`,
    "--turf-tint": `light-dark(${mix(light, 12, "#ffffff")}, ${mix(dark, 16, "#141d19")})`,
    "--header": header,
  };
  for (const [name, value] of Object.entries(tokens)) {
    document.documentElement.style.setProperty(name, value);
  }
}
