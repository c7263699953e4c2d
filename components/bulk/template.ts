const rows = [
  ["Name", "Type", "Content", "Kind"],
  ["Menu, table 4", "Web address", "https://example.com/menu", "Dynamic"],
  ["Guest Wi-Fi", "Wi-Fi", '{"ssid":"Guests","password":"long enough","security":"WPA"}', "Static"],
  ["Ingrid", "Contact", '{"firstName":"Ingrid","lastName":"Halden","phone":"+4722550134"}', "Static"],
  [
    "Ingrid, full card",
    "vCard",
    '{"firstName":"Ingrid","lastName":"Halden","organization":"Halden Roasters","email":"ingrid@example.com"}',
    "Static",
  ],
  ["Orders", "Email", "orders@example.com", "Static"],
  ["Text us", "SMS", "4722550134", "Static"],
  ["Opening hours", "Text", "Monday to Friday, 7:30 to 18:00", "Dynamic"],
] as const;

/** None of it begins a formula, so that what opens in a spreadsheet is what stands here. */
export function writeTemplate(): string {
  const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}
