import { fetchFile } from "./file.ts";

/** Fetches a file that only operators may see and hands it to the device. @throws CallError */
export async function saveFile(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(path));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
