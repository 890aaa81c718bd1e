/**
 * Draws one moment of a race that nobody ran: the field gallops from the left, the post comes, all
 * go by. Runs inside a page, so it reaches for nothing outside itself.
 *
 * @param part - how far the stream is, from 0 to 1.
 */
export function drawRace(context: CanvasRenderingContext2D, part: number): void {
  const { width, height } = context.canvas;
  const seconds = part * 20;
  const travelled = seconds * 260;
  const ground = height * 0.5;
  const fill = (colour: string, x: number, y: number, w: number, h: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, w, h);
  };
  const hills = (colour: string, base: number, size: number, speed: number) => {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, ground);
    for (let x = 0; x <= width; x += 8) {
      const at = x + travelled * speed;
      context.lineTo(x, base - size * (0.6 + 0.4 * Math.sin(at / 130) + 0.25 * Math.sin(at / 47)));
    }
    context.lineTo(width, ground);
    context.fill();
  };
  fill("#9fbccb", 0, 0, width, ground);
  hills("#6f8f82", ground, 60, 0.05);
  hills("#4f7a5c", ground, 26, 0.16);
  fill("#3f8a4e", 0, ground, width, height - ground);
  const stripe = 120;
  for (let x = -((travelled * 0.8) % (2 * stripe)); x < width; x += 2 * stripe) {
    fill("#388047", x, ground + 26, stripe, height - ground - 70);
  }
  const rail = (y: number, speed: number, gap: number, thick: number) => {
    fill("#f2f6f3", 0, y, width, thick);
    for (let x = -((travelled * speed) % gap); x < width; x += gap) {
      fill("#f2f6f3", x, y, thick, thick * 5);
    }
  };
  rail(ground + 8, 0.7, 90, 3);

  const postAt = width * 0.62 + (15.2 - seconds) * 260 * 0.9;
  if (postAt > -40 && postAt < width + 40) {
    fill("#ffffff", postAt - 3, ground - 78, 6, 92);
    context.fillStyle = "#c8102e";
    context.beginPath();
    context.arc(postAt, ground - 84, 15, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = "#ffffff";
    context.beginPath();
    context.arc(postAt, ground - 84, 6, 0, 2 * Math.PI);
    context.fill();
  }

  const field = [
    { cloth: "#c8102e", silk: "#c8102e", cap: "#ffffff", coat: "#5a3a22", lane: 0, pace: 0.9 },
    { cloth: "#ffffff", silk: "#0a4ea3", cap: "#f2c230", coat: "#3b2618", lane: 1, pace: 0.4 },
    { cloth: "#0a4ea3", silk: "#f2c230", cap: "#0a4ea3", coat: "#7a4b2a", lane: 2, pace: 0.7 },
    { cloth: "#f2c230", silk: "#0b6b3a", cap: "#f4a6c0", coat: "#22180f", lane: 3, pace: 0.2 },
    { cloth: "#0b6b3a", silk: "#ffffff", cap: "#e87722", coat: "#8a6f55", lane: 4, pace: 0.55 },
    { cloth: "#111111", silk: "#5b2a86", cap: "#3fc1c9", coat: "#4a2f1d", lane: 5, pace: 1 },
  ];
  for (const [index, horse] of field.entries()) {
    const rush = Math.max(0, seconds - 9) * 14 * horse.pace;
    const sway = Math.sin(seconds * 0.7 + index * 1.9) * 22;
    const away = Math.max(0, seconds - 16.5) ** 2 * 60;
    const x = width * 0.2 + index * 34 + sway + rush + away + seconds * 4;
    const y = ground + 34 + horse.lane * 15;
    const beat = seconds * 13 + index * 2.1;
    const size = 0.85 + horse.lane * 0.06;
    context.save();
    context.translate(x, y + Math.sin(beat) * 3);
    context.scale(size, size);
    context.strokeStyle = horse.coat;
    context.lineCap = "round";
    context.lineWidth = 5;
    for (const leg of [0, 1, 2, 3]) {
      const front = leg < 2;
      const swing = Math.sin(beat + leg * 1.4 + (front ? 0 : 2.2));
      const hip = front ? 18 : -20;
      context.beginPath();
      context.moveTo(hip, 8);
      context.lineTo(hip + swing * 14, 24);
      context.lineTo(hip + swing * 22 - (front ? 0 : 6), 38 - Math.abs(swing) * 8);
      context.stroke();
    }
    context.fillStyle = horse.coat;
    context.beginPath();
    context.ellipse(0, 0, 32, 13, -0.05, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = 11;
    context.beginPath();
    context.moveTo(24, -4);
    context.lineTo(42, -22);
    context.stroke();
    context.lineWidth = 8;
    context.beginPath();
    context.moveTo(42, -22);
    context.lineTo(56, -15);
    context.stroke();
    context.lineWidth = 5;
    context.beginPath();
    context.moveTo(-30, -4);
    context.quadraticCurveTo(-46, -6, -56, 6 + Math.sin(beat) * 4);
    context.stroke();
    context.fillStyle = horse.cloth;
    context.fillRect(-12, -10, 20, 17);
    context.strokeStyle = horse.silk;
    context.lineWidth = 11;
    context.beginPath();
    context.moveTo(-8, -15);
    context.lineTo(14, -26);
    context.stroke();
    context.fillStyle = horse.cap;
    context.beginPath();
    context.arc(21, -32, 6.5, 0, 2 * Math.PI);
    context.fill();
    context.restore();
  }
  rail(height - 46, 1.15, 130, 6);
  fill("#2f6f3e", 0, height - 18, width, 18);
}
