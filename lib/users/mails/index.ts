export { findMailLink, sweepMailTokens } from "./links";
