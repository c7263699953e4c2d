import { createServer, type IncomingMessage } from "node:http";
import { deflateSync } from "node:zlib";
import { encodeMatrix, resolveStyle } from "@/lib/qr";
import { drawRaster, encodePng } from "@/lib/qr/files";

/** node:http that only encodes and draws: what is left when everything that makes a service is taken away. */
const server = createServer(async (request, response) => {
  const { content } = JSON.parse(await readText(request)) as { content: string };
  const matrix = encodeMatrix(content, { level: "M" });
  const { style } = resolveStyle(null, matrix);
  const png = Buffer.from(encodePng(drawRaster(matrix, style), deflateSync));
  const body = JSON.stringify({ qrImage: `data:image/png;base64,${png.toString("base64")}` });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += chunk;
  return text;
}

server.listen(Number(process.argv[2]), "127.0.0.1");
