/** For worker threads alone: loads the decoders of pictures. */
export { decodeLogo } from "../logo-pixels";
