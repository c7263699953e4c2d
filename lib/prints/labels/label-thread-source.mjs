// Entry of a label thread that runs from source (development, tests): a thread does not inherit tsx's hooks.
import { register } from "tsx/esm/api";

register();
export default (await import("./label-thread.ts")).default;
