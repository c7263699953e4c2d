export { deleteAccountOf, deleteUser } from "./deletion";
export { confirmEmailChange, requestEmailChange } from "./email-change";
export { changeName } from "./name";
export { createUser, findUserByEmail } from "./operator";
export { changePassword, requestPasswordReset, resetPassword } from "./password";
export { confirmSignUp, signUp } from "./sign-up";
