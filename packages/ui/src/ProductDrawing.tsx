import type { ReactNode } from "react";

/** The drawings of products: the club draws its goods itself. */
export type ProductDrawingName = "cap" | "glasses" | "towel" | "umbrella" | "mug" | "book";

const DRAWINGS: Readonly<Record<ProductDrawingName, ReactNode>> = {
  cap: (
    <>
      <path fill="#0b6b3a" d="M36 66c0-22 15-36 35-36s33 12 35 34z" />
      <path fill="#08532d" d="M99 56c14 4 24 9 28 14-11 6-32-1-42-8z" />
      <path stroke="#08532d" strokeWidth="2" fill="none" d="M71 30c3 10 3 24 2 35" />
      <circle fill="#f2c230" cx="71" cy="29" r="4" />
    </>
  ),
  glasses: (
    <>
      <path fill="#22313a" d="M48 22h20v14l4 30H40l8-30zM92 22h20v14l8 30H88l4-30z" />
      <path fill="#3a4a52" d="M46 18h24v7H46zM90 18h24v7H90zM70 38h20v14H70z" />
      <circle fill="#8ec7f0" cx="56" cy="70" r="14" />
      <circle fill="#8ec7f0" cx="104" cy="70" r="14" />
      <path fill="#d7ecfb" d="M48 66a10 10 0 0 1 10-7l-10 14zM96 66a10 10 0 0 1 10-7L96 73z" />
    </>
  ),
  towel: (
    <>
      <rect fill="#ffffff" stroke="#c9d6cf" x="48" y="18" width="64" height="66" rx="2" />
      <path fill="#0a4ea3" d="M48 28h64v7H48zM48 70h64v7H48z" />
      <path fill="none" stroke="#10201a" strokeWidth="4" d="M73 44h14l-8 20" />
    </>
  ),
  umbrella: (
    <>
      <path
        fill="#c8102e"
        d="M32 56c2-22 22-36 48-36s46 14 48 36c-8-6-14-6-20 0-8-6-14-6-28 0-14-6-20-6-28 0-6-6-12-6-20 0z"
      />
      <path
        fill="#ffffff"
        d="M80 20c-12 9-16 22-16 33 6-2 10-1 16 3 6-4 10-5 16-3 0-11-4-24-16-33z"
      />
      <path
        stroke="var(--mute)"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
        d="M80 56v24a7 7 0 0 1-14 0"
      />
    </>
  ),
  mug: (
    <>
      <path fill="#ffffff" stroke="#c9d6cf" d="M50 26h46v54a4 4 0 0 1-4 4H54a4 4 0 0 1-4-4z" />
      <path fill="none" stroke="#c9d6cf" strokeWidth="7" d="M97 38h8a11 11 0 0 1 0 28h-8" />
      <path stroke="#0d3b2e" strokeWidth="3" d="M73 50v24" />
      <circle fill="#c8102e" cx="73" cy="44" r="9" />
      <circle fill="#ffffff" cx="73" cy="44" r="3.5" />
    </>
  ),
  book: (
    <>
      <path fill="#8ec7f0" d="M30 20h100v36H30z" />
      <circle fill="#f2c230" cx="104" cy="42" r="11" />
      <path fill="#6f8f82" d="M30 58c24-14 40-10 56-6s28 0 44-6v16H30z" />
      <path fill="#3f8a4e" d="M30 58h100v28H30z" />
      <path stroke="#f2f6f3" strokeWidth="3" d="M30 66h100M40 66v12M70 66v12M100 66v12" />
    </>
  ),
};

/** An ornament beside the product's name. */
export function ProductDrawing({ name }: { readonly name: ProductDrawingName }): ReactNode {
  return (
    <svg className="product-drawing" viewBox="0 0 160 100" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}
