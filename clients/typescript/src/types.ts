import type { components, operations, webhooks } from "./generated/schema.js";

/** What any call may be told. */
export interface CallOptions {
  /** Ends the call, a wait between two attempts included. */
  signal?: AbortSignal | undefined;
  /** How long an attempt may take, instead of the client's own `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Of a POST: by which the service knows a repetition. Every call has a new one unless told. */
  idempotencyKey?: string | undefined;
}

/** What the service describes, by name: `Schemas["StoredQrCode"]`. */
export type Schemas = components["schemas"];

type Id = keyof operations;
type Json<T> = T extends { content: { "application/json": infer Value } } ? Value : never;

/** What an operation is sent. */
export type Body<I extends Id> = Json<NonNullable<operations[I]["requestBody"]>>;

/** What it answers: nothing where it has no body. */
export type Answer<I extends Id> = {
  [Status in keyof operations[I]["responses"]]: operations[I]["responses"][Status] extends { content?: never }
    ? undefined
    : Json<operations[I]["responses"][Status]>;
}[keyof operations[I]["responses"]];

/** One of what a page of it holds. */
export type Item<I extends Id> = Answer<I> extends { data: (infer One)[] } ? One : never;

/** The parameters of its address, and what any call may be told. */
export type Options<I extends Id> = ([Query<I>] extends [never] ? unknown : Query<I>) & CallOptions;

/** Never where it takes none. */
type Query<I extends Id> = NonNullable<operations[I]["parameters"]["query"]>;

/** A file, such as a drawn code. */
export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  /** `image/png`, `image/svg+xml` or `application/pdf`. */
  mediaType: string;
}

/** What a webhook is sent; `type` tells which of them it is. */
export type WebhookEvent = {
  [Kind in keyof webhooks]: webhooks[Kind] extends { post: { requestBody: infer Sent } } ? Json<Sent> : never;
}[keyof webhooks];
