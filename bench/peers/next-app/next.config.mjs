/** @type {import("next").NextConfig} */
export default { serverExternalPackages: ["qrcode"], poweredByHeader: false };
