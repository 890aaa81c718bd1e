/**
 * Draws an invented race: the field gallops, the post comes, all go by. Its text runs inside a
 * page, so it imports nothing.
 */

type Place = readonly [x: number, y: number];

interface Horse {
  readonly cloth: string;
  readonly silk: string;
  readonly cap: string;
  readonly coat: string;
  /** How much ground it makes up in the straight, 0 to 1. */
  readonly pace: number;
}

const FIELD: readonly Horse[] = [
  { cloth: "#c8102e", silk: "#c8102e", cap: "#ffffff", coat: "#5a3a22", pace: 0.9 },
  { cloth: "#ffffff", silk: "#0a4ea3", cap: "#f2c230", coat: "#3b2618", pace: 0.4 },
  { cloth: "#0a4ea3", silk: "#f2c230", cap: "#0a4ea3", coat: "#7a4b2a", pace: 0.7 },
  { cloth: "#f2c230", silk: "#0b6b3a", cap: "#f4a6c0", coat: "#22180f", pace: 0.2 },
  { cloth: "#0b6b3a", silk: "#ffffff", cap: "#e87722", coat: "#8a6f55", pace: 0.55 },
  { cloth: "#111111", silk: "#5b2a86", cap: "#3fc1c9", coat: "#4a2f1d", pace: 1 },
];

const SECONDS = 20;
const PIXELS_PER_SECOND = 260;
const POST_AT_SECONDS = 15.2;

class Scene {
  readonly #context: CanvasRenderingContext2D;
  readonly #seconds: number;
  readonly #ground: number;

  constructor(context: CanvasRenderingContext2D, seconds: number) {
    this.#context = context;
    this.#seconds = seconds;
    this.#ground = context.canvas.height * 0.5;
  }

  draw(): void {
    const { height } = this.#context.canvas;
    this.#box("#9fbccb", [0, 0], this.#ground);
    this.#hills({ colour: "#6f8f82", size: 60, speed: 0.05 });
    this.#hills({ colour: "#4f7a5c", size: 26, speed: 0.16 });
    this.#turf();
    this.#rail({ y: this.#ground + 8, speed: 0.7, gap: 90, thick: 3 });
    this.#post();
    for (const [lane, horse] of FIELD.entries()) this.#horse(horse, lane);
    this.#rail({ y: height - 46, speed: 1.15, gap: 130, thick: 6 });
    this.#box("#2f6f3e", [0, height - 18], 18);
  }

  get #travelled(): number {
    return this.#seconds * PIXELS_PER_SECOND;
  }

  /** As wide as the picture. */
  #box(colour: string, [x, y]: Place, height: number): void {
    this.#context.fillStyle = colour;
    this.#context.fillRect(x, y, this.#context.canvas.width, height);
  }

  #hills({ colour, size, speed }: { colour: string; size: number; speed: number }): void {
    const context = this.#context;
    const { width } = context.canvas;
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, this.#ground);
    for (let x = 0; x <= width; x += 8) {
      const at = x + this.#travelled * speed;
      const high = 0.6 + 0.4 * Math.sin(at / 130) + 0.25 * Math.sin(at / 47);
      context.lineTo(x, this.#ground - size * high);
    }
    context.lineTo(width, this.#ground);
    context.fill();
  }

  #turf(): void {
    const { width, height } = this.#context.canvas;
    this.#box("#3f8a4e", [0, this.#ground], height - this.#ground);
    this.#context.fillStyle = "#388047";
    for (let x = -((this.#travelled * 0.8) % 240); x < width; x += 240) {
      this.#context.fillRect(x, this.#ground + 26, 120, height - this.#ground - 70);
    }
  }

  #rail(rail: { y: number; speed: number; gap: number; thick: number }): void {
    const { y, thick } = rail;
    this.#box("#f2f6f3", [0, y], thick);
    const start = -((this.#travelled * rail.speed) % rail.gap);
    for (let x = start; x < this.#context.canvas.width; x += rail.gap) {
      this.#context.fillRect(x, y, thick, thick * 5);
    }
  }

  #post(): void {
    const left = POST_AT_SECONDS - this.#seconds;
    const x = this.#context.canvas.width * 0.62 + left * PIXELS_PER_SECOND * 0.9;
    this.#context.fillStyle = "#ffffff";
    this.#context.fillRect(x - 3, this.#ground - 78, 6, 92);
    this.#disc("#c8102e", [x, this.#ground - 84], 15);
    this.#disc("#ffffff", [x, this.#ground - 84], 6);
  }

  #disc(colour: string, [x, y]: Place, radius: number): void {
    this.#context.fillStyle = colour;
    this.#context.beginPath();
    this.#context.arc(x, y, radius, 0, 2 * Math.PI);
    this.#context.fill();
  }

  #stroke(colour: string, thick: number, places: readonly Place[]): void {
    this.#context.strokeStyle = colour;
    this.#context.lineWidth = thick;
    this.#context.lineCap = "round";
    this.#context.beginPath();
    for (const [x, y] of places) this.#context.lineTo(x, y);
    this.#context.stroke();
  }

  #horse(horse: Horse, lane: number): void {
    const { width } = this.#context.canvas;
    const seconds = this.#seconds;
    const sway = Math.sin(seconds * 0.7 + lane * 1.9) * 22;
    const rush = Math.max(0, seconds - 9) * 14 * horse.pace;
    const away = Math.max(0, seconds - 16.5) ** 2 * 60;
    const beat = seconds * 13 + lane * 2.1;
    const x = width * 0.2 + lane * 34 + sway + rush + away + seconds * 4;
    const size = 0.85 + lane * 0.06;
    this.#context.save();
    this.#context.translate(x, this.#ground + 34 + lane * 15 + Math.sin(beat) * 3);
    this.#context.scale(size, size);
    this.#legs(horse.coat, beat);
    this.#body(horse.coat, beat);
    this.#context.fillStyle = horse.cloth;
    this.#context.fillRect(-12, -10, 20, 17);
    this.#stroke(horse.silk, 11, [
      [-8, -15],
      [14, -26],
    ]);
    this.#disc(horse.cap, [21, -32], 6.5);
    this.#context.restore();
  }

  #legs(coat: string, beat: number): void {
    for (const leg of [0, 1, 2, 3]) {
      const isFront = leg < 2;
      const swing = Math.sin(beat + leg * 1.4 + (isFront ? 0 : 2.2));
      const hip = isFront ? 18 : -20;
      this.#stroke(coat, 5, [
        [hip, 8],
        [hip + swing * 14, 24],
        [hip + swing * 22 - (isFront ? 0 : 6), 38 - Math.abs(swing) * 8],
      ]);
    }
  }

  #body(coat: string, beat: number): void {
    const context = this.#context;
    context.fillStyle = coat;
    context.beginPath();
    context.ellipse(0, 0, 32, 13, -0.05, 0, 2 * Math.PI);
    context.fill();
    this.#stroke(coat, 11, [
      [24, -4],
      [42, -22],
    ]);
    this.#stroke(coat, 8, [
      [42, -22],
      [56, -15],
    ]);
    this.#stroke(coat, 5, [
      [-30, -4],
      [-44, -3],
      [-56, 6 + Math.sin(beat) * 4],
    ]);
  }
}

/** Draws one moment. @param part - how far the stream is, from 0 to 1. */
export function drawRace(context: CanvasRenderingContext2D, part: number): void {
  new Scene(context, part * SECONDS).draw();
}
