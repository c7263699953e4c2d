// A client that pipelines pages on eight connections as fast as they are answered, until it is killed.
import { connect } from "node:net";
import { setPriority } from "node:os";

const [origin = "", path = "/"] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
const connections = 8;
/** Requests that each connection has sent and not seen answered. */
const pipelined = 150;
const head = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
const answered = Buffer.from("HTTP/1.1 ");

function flood(): void {
  const socket = connect(Number(port), hostname, () => socket.write(head.repeat(pipelined)));
  socket.on("data", (chunk: Buffer) => {
    let answers = 0;
    for (let at = chunk.indexOf(answered); at !== -1; at = chunk.indexOf(answered, at + 1)) answers += 1;
    if (answers > 0) socket.write(head.repeat(answers));
  });
  socket.on("error", () => {});
  socket.once("close", flood);
}

process.on("disconnect", () => process.exit());
setPriority(10);
for (let i = 0; i < connections; i += 1) flood();
