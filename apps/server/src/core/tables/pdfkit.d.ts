/** The part of pdfkit that statements are set with. */
declare module "pdfkit" {
  import type { Readable } from "node:stream";

  interface TextOptions {
    lineBreak?: boolean;
  }

  export default class PDFDocument extends Readable {
    constructor(options: {
      size: string;
      layout?: "portrait" | "landscape";
      margin: number;
      bufferPages: boolean;
      info: Record<string, string>;
      lang?: string;
    });
    registerFont(name: string, bytes: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    rect(...box: readonly [x: number, y: number, width: number, height: number]): this;
    fill(color: string): this;
    text(...line: readonly [text: string, x: number, y: number, options: TextOptions]): this;
    widthOfString(text: string): number;
    image(
      ...picture: readonly [
        bytes: Uint8Array,
        x: number,
        y: number,
        options: { fit: readonly [number, number]; align: "right"; valign: "center" },
      ]
    ): this;
    addPage(): this;
    switchToPage(index: number): this;
    bufferedPageRange(): { start: number; count: number };
    end(): void;
  }
}
