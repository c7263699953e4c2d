import { createServer } from "node:http";

/** node:http that sends everybody to one address: what is left of a short URL when it looks nothing up and counts nobody. */
const server = createServer((_, response) => {
  response.writeHead(302, {
    location: "https://quietzone.example/menu",
    "cache-control": "private, no-store",
    "content-length": 0,
  });
  response.end();
});

server.listen(Number(process.argv[2]), "127.0.0.1");
