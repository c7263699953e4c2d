/** Why a ZIP file is not read, in words for the user. */
export class ZipFault extends Error {}

interface Entry {
  path: string;
  isDeflated: boolean;
  packed: Uint8Array<ArrayBuffer>;
  /** Its size by the directory. */
  size: number;
}

const signatures = { end: 0x06054b50, directory: 0x02014b50, file: 0x04034b50 };
const sizes = { end: 22, directory: 46, file: 30 };
const longestComment = 0xffff;
const mostEntries = 2_000;

/** Packed bytes that are inflated at a time: a thousandfold of them is at most 4 MB. */
const stepBytes = 4_096;

const damaged = () =>
  new ZipFault("The workbook is damaged. Open it, save it again, then choose the new file.");

/**
 * The files of a ZIP that `wants` names, by path. They have `mostBytes` together: more is refused by the ZIP's directory, and
 * so is a file that turns out larger than the directory says, before it is held in memory. Throws `ZipFault`.
 */
export async function unpackZip(
  bytes: Uint8Array<ArrayBuffer>,
  wants: (path: string) => boolean,
  mostBytes: number,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const entries = listEntries(bytes).filter(({ path }) => wants(path));
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > mostBytes) {
    const megabytes = (count: number) => Math.ceil(count / 1024 / 1024).toLocaleString("en-GB");
    throw new ZipFault(
      `The workbook unpacks to ${megabytes(total)} MB; an import reads ${megabytes(mostBytes)} MB. Copy the rows into a new workbook, or save the sheet as CSV UTF-8.`,
    );
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { path, isDeflated, packed, size } of entries)
    files.set(path, isDeflated ? await inflate(packed, size) : packed);
  return files;
}

function listEntries(bytes: Uint8Array<ArrayBuffer>): Entry[] {
  try {
    return readDirectory(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (fault) {
    // It points outside the file.
    throw fault instanceof RangeError ? damaged() : fault;
  }
}

function readDirectory(bytes: Uint8Array<ArrayBuffer>, view: DataView): Entry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > mostEntries) throw damaged();
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== signatures.directory) throw damaged();
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((from) =>
      view.getUint16(at + from, true),
    ) as [number, number, number];
    const isEncrypted = (flags & 1) === 1;
    if (isEncrypted || (method !== 0 && method !== 8) || (method === 0 && packedSize !== size))
      throw damaged();
    const name = bytes.subarray(at + sizes.directory, at + sizes.directory + nameSize);
    const packed = sliceFile(bytes, view, { from: view.getUint32(at + 42, true), packedSize });
    at += sizes.directory + nameSize + extraSize + commentSize;
    const path = new TextDecoder().decode(name).replaceAll("\\", "/");
    return { path, isDeflated: method === 8, packed, size };
  });
}

function findEnd(view: DataView): number {
  const last = view.byteLength - sizes.end;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
    if (view.getUint32(at, true) === signatures.end) return at;
  throw damaged();
}

function sliceFile(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  { from, packedSize }: { from: number; packedSize: number },
): Uint8Array<ArrayBuffer> {
  if (view.getUint32(from, true) !== signatures.file) throw damaged();
  const start = from + sizes.file + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
  if (start + packedSize > bytes.length) throw damaged();
  return bytes.subarray(start, start + packedSize);
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const unpacked = new Uint8Array(size);
  let read = 0;
  const steps = new ReadableStream<BufferSource>(
    {
      pull(controller) {
        if (read >= packed.length) return controller.close();
        controller.enqueue(packed.slice(read, read + stepBytes));
        read += stepBytes;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = steps.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > size) throw damaged();
      unpacked.set(value, at);
      at += value.length;
    }
  } catch {
    await reader.cancel().catch(() => undefined);
    throw damaged();
  }
  if (at !== size) throw damaged();
  return unpacked;
}

/** A ZIP of files as they are, for a reader that takes nothing else. */
export function packPlain(files: ReadonlyMap<string, Uint8Array>): ArrayBuffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = new TextEncoder().encode(path);
    const header = writeHeader(signatures.file, sizes.file, 18, { name, content });
    const entry = writeHeader(signatures.directory, sizes.directory, 20, { name, content });
    new DataView(entry.buffer).setUint32(42, offset, true);
    parts.push(header, content);
    directory.push(entry);
    offset += header.length + content.length;
  }
  const end = new DataView(new ArrayBuffer(sizes.end));
  end.setUint32(0, signatures.end, true);
  for (const at of [8, 10]) end.setUint16(at, files.size, true);
  end.setUint32(
    12,
    directory.reduce((sum, { length }) => sum + length, 0),
    true,
  );
  end.setUint32(16, offset, true);
  return join([...parts, ...directory, new Uint8Array(end.buffer)]);
}

/** The head of a file or its line in the directory; in both the name's length stands 8 bytes after the sizes. */
function writeHeader(
  signature: number,
  size: number,
  sizesAt: number,
  { name, content }: { name: Uint8Array; content: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(size + name.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, signature, true);
  view.setUint32(sizesAt, content.length, true);
  view.setUint32(sizesAt + 4, content.length, true);
  view.setUint16(sizesAt + 8, name.length, true);
  header.set(name, size);
  return header;
}

function join(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}
