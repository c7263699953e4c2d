import type { Server } from "node:http";

/** Opens the port that a setting names. Throws an Error with one sentence that says what to change. */
export function listen(server: Server, port: number, setting: "PORT" | "WORKER_PORT"): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program; stop it or set ${setting} to another number.`,
    EACCES: `Port ${port} may not be used by this user; set ${setting} to a number above 1023.`,
  };
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ""] ?? `Port ${port} cannot be used: ${error.message}.`;
      reject(new Error(reason, { cause: error }));
    });
    server.listen(port, resolve);
  });
}
