/** The smallest database of places in MaxMind's format: one answer for every address. */
export function writeCityDatabase(place: Item): Buffer {
  // The tree: one node, whose two halves both lead to the first byte of the data (24 bits each).
  const nodes = 1;
  const separator = Buffer.alloc(16);
  const toData = [0, 0, nodes + separator.length];
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    database_type: "Test-City",
    description: {},
    ip_version: 6,
    node_count: nodes,
    record_size: 24,
  };
  return Buffer.concat([
    Buffer.from([...toData, ...toData]),
    separator,
    writeItem(place),
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    writeItem(metadata),
  ]);
}

type Item = string | number | { [name: string]: Item };

const types = { text: 2, uint32: 6, map: 7 } as const;

function writeItem(item: Item): Buffer {
  if (typeof item === "string") return withHead(types.text, Buffer.byteLength(item), Buffer.from(item));
  if (typeof item === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(item);
    return withHead(types.uint32, 4, bytes);
  }
  const members = Object.entries(item).flatMap(([name, value]) => [writeItem(name), writeItem(value)]);
  return withHead(types.map, Object.keys(item).length, Buffer.concat(members));
}

/** Sizes from 29 on are continued in a byte of their own. */
function withHead(type: number, size: number, bytes: Buffer): Buffer {
  const head = size < 29 ? [(type << 5) | size] : [(type << 5) | 29, size - 29];
  return Buffer.concat([Buffer.from(head), bytes]);
}
