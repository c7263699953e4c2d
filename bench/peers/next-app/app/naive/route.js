import { toDataURL } from "qrcode";

/** The way everyone writes it: nothing is checked, stored or counted. */
export async function POST(request) {
  const { content } = await request.json();
  return Response.json({ qrImage: await toDataURL(content, { width: 256 }) });
}
