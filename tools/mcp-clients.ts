export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
export { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
export { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
