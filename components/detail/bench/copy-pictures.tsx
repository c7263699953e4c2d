"use client";

import { Code, Copy } from "lucide-react";
import { pictureUrl } from "../../codes/picture-url";
import { copyBlob } from "../../maker/files/clipboard";
import { Button } from "../../ui/button";
import { say } from "../../ui/say";

interface CopyPicturesProps {
  code: { id: string; updatedAt: string };
  /** Width of the picture that is copied. */
  pixels: number;
}

const icon = { size: 14, strokeWidth: 1.6, "aria-hidden": true };

/** The picture for the clipboard, as pixels or as the source of its vectors. */
export function CopyPictures({ code, pixels }: CopyPicturesProps) {
  const copyPicture = () =>
    copyBlob("image/png", fetchBlob(pictureUrl(code, { format: "png", size: pixels }))).then(
      () => say.done("The picture is copied."),
      () => say.fault("The picture was not copied. Download it instead."),
    );
  const copySource = () => {
    const source = fetchBlob(pictureUrl(code, { format: "svg" })).then(
      (blob) => new Blob([blob], { type: "text/plain" }),
    );
    return copyBlob("text/plain", source).then(
      () => say.done("The SVG is copied."),
      () => say.fault("The SVG was not copied. Download it instead."),
    );
  };
  return (
    <div className="border-t border-line pt-2">
      <div className="-ml-2.5 flex flex-wrap gap-x-1">
        <Button kind="ghost" shape="small" onClick={copyPicture}>
          <Copy {...icon} />
          Copy picture
        </Button>
        <Button kind="ghost" shape="small" onClick={copySource}>
          <Code {...icon} />
          Copy SVG
        </Button>
      </div>
    </div>
  );
}

async function fetchBlob(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The picture was refused with ${answer.status}.`);
  return answer.blob();
}
