import { deflateSync } from "node:zlib";
import QRCode from "qrcode";
import sharp from "sharp";
import { encodeMatrix, resolveStyle } from "@/lib/qr";
import { drawRaster, encodePng } from "@/lib/qr/files";
import type { LogoPixels, Settings } from "@/lib/qr/schema";
import { longAddress } from "./load";
import { formatMs, interleave, median, type Ratio } from "./report";

const rounds = 9;
const plainMatrix = encodeMatrix(longAddress, { level: "M" });
const logoMatrix = encodeMatrix(longAddress, { level: "H" });
const frameSize = 20;
const logoSize = 51;

/** Pictures drawn in one round; the peers are slower, so they draw fewer. */
const ourPictures = 200;
const peerPictures = 12;

/**
 * Milliseconds a picture: encoding and PNG against the qrcode package, frames and repeated logos against the usual
 * sharp recipes, which are given the finished code as a PNG.
 */
export async function measurePictures(): Promise<Ratio[]> {
  return [
    ...(await comparePlain(256, 40)),
    ...(await comparePlain(1_024, 200)),
    await compareBytes(),
    ...(await compareFrames()),
    ...(await compareLogos()),
  ];
}

function drawPng(matrix: typeof plainMatrix, settings: Settings, logo?: LogoPixels): Uint8Array {
  const { style } = resolveStyle(settings, matrix);
  return encodePng(drawRaster(matrix, style, logo), (bytes) => deflateSync(bytes, { level: 1 }));
}

async function comparePlain(size: number, atLeast: number): Promise<Ratio[]> {
  return compare(
    `encode and PNG, ${size} pixels: qrcode.toBuffer : ours`,
    { atLeast },
    {
      ours: () => drawPng(encodeMatrix(longAddress, { level: "M" }), { size }),
      peer: () => QRCode.toBuffer(longAddress, { width: size, errorCorrectionLevel: "M" }),
    },
  );
}

async function compareBytes(): Promise<Ratio> {
  const ours = drawPng(plainMatrix, { size: 256 }).length;
  const peer = (await QRCode.toBuffer(longAddress, { width: 256, errorCorrectionLevel: "M" })).length;
  const what = "bytes of a PNG, 256 pixels, 100 characters";
  return { what, ours: `${ours} B`, peer: `${peer} B`, ratio: ours, aim: { atMost: 1_000 } };
}

async function compareFrames(): Promise<Ratio[]> {
  const code = drawPng(plainMatrix, { size: 256 });
  const width = 256 + 2 * frameSize;
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}"><rect x="4" y="4" ` +
      `width="${width - 8}" height="${width - 8}" rx="42" fill="#fff" stroke="#000" stroke-width="8"/></svg>`,
  );
  const ratios: Ratio[] = [];
  for (const style of ["rounded", "circle", "dashed"] as const) {
    ratios.push(
      ...(await compare(
        `frame ${style}, 256 pixels: sharp composite : ours`,
        { atLeast: 8 },
        {
          ours: () => drawPng(plainMatrix, { size: 256, frame: { style, size: frameSize } }),
          peer: () =>
            sharp(svg)
              .composite([{ input: Buffer.from(code), left: frameSize, top: frameSize }])
              .png()
              .toBuffer(),
        },
      )),
    );
  }
  return ratios;
}

/** A flat mark, and a picture of as many colours as a photograph. */
const logos: Record<string, string> = {
  "flat logo":
    '<circle cx="256" cy="256" r="240" fill="#b0261c"/><circle cx="256" cy="256" r="120" fill="#fff"/>',
  "logo of many colours":
    '<defs><linearGradient id="a"><stop stop-color="#f80"/><stop offset="1" stop-color="#08f"/></linearGradient>' +
    '<linearGradient id="b" x2="0" y2="1"><stop stop-color="#0000"/><stop offset="1" stop-color="#000"/></linearGradient>' +
    '</defs><path fill="url(#a)" d="M0 0h512v512H0z"/><path fill="url(#b)" d="M0 0h512v512H0z"/>',
};

async function compareLogos(): Promise<Ratio[]> {
  const code = Buffer.from(drawPng(logoMatrix, { size: 256 }));
  const ratios: Ratio[] = [];
  for (const [name, drawing] of Object.entries(logos)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">${drawing}</svg>`;
    const file = await sharp(Buffer.from(svg)).png().toBuffer();
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels: LogoPixels = { width: info.width, height: info.height, rgba: new Uint8Array(data) };
    const settings: Settings = { size: 256, logo: { enabled: true, dataUrl: "data:,", size: logoSize } };
    ratios.push(
      ...(await compare(
        `${name}, repeated, 256 pixels: sharp composite : ours`,
        { atLeast: 8 },
        {
          ours: () => drawPng(logoMatrix, settings, pixels),
          peer: async () =>
            sharp(code)
              .composite([{ input: await sharp(file).resize(logoSize, logoSize).png().toBuffer() }])
              .png()
              .toBuffer(),
        },
      )),
    );
  }
  return ratios;
}

interface Contest {
  ours: () => Uint8Array;
  peer: () => Promise<Uint8Array>;
}

async function compare(what: string, aim: Ratio["aim"], { ours, peer }: Contest): Promise<Ratio[]> {
  const figures = await interleave(rounds, {
    ours: () => timeEach(ourPictures, async () => ours()),
    peer: () => timeEach(peerPictures, peer),
  });
  const [mine, theirs] = [median(figures.ours), median(figures.peer)];
  return [{ what, ours: formatMs(mine), peer: formatMs(theirs), ratio: theirs / mine, aim }];
}

async function timeEach(count: number, draw: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let drawn = 0; drawn < count; drawn++) await draw();
  return (performance.now() - start) / count;
}
