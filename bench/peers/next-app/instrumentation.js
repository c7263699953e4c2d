// Without it Next takes that of the project around this folder.
export function register() {}
