const LONGEST_EDGE = 2000;
const QUALITY = 0.82;
const TYPE = "image/jpeg";

/**
 * Makes a picture smaller on the phone before it is sent: upright, as a JPEG without the camera's
 * metadata. One that this browser cannot decode is sent unchanged: the club checks for itself.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (context === null) return file;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, TYPE, QUALITY);
    });
    return small ?? file;
  } catch (error) {
    console.info("picture", error);
    return file;
  }
}
