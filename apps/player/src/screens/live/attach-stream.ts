/** Releases what `attachStream` took. */
export type Detach = () => void;

const HLS = "application/vnd.apple.mpegurl";

/**
 * Plays an HLS playlist in a video: natively where the browser can, else with hls.js, whose code
 * loads only then.
 */
export async function attachStream(
  video: HTMLVideoElement,
  url: string,
  onBroken: () => void,
): Promise<Detach> {
  video.addEventListener("error", onBroken);
  const letGo = () => {
    video.removeEventListener("error", onBroken);
    video.removeAttribute("src");
    video.load();
  };
  if (video.canPlayType(HLS) !== "") {
    video.src = url;
    return letGo;
  }
  const { default: Hls } = await import("hls.js/light");
  if (!Hls.isSupported()) {
    onBroken();
    return letGo;
  }
    // The page's content policy allows no worker from a blob.
  const hls = new Hls({ enableWorker: false });
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) onBroken();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => {
    hls.destroy();
    letGo();
  };
}
