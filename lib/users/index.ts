export { deleteAccountOf, deleteUser } from "./deletion";
export { confirmEmailChange, requestEmailChange } from "./email-change";
export { changeName } from "./name";
export { createUser, findUserByEmail, setOperator } from "./operator";
export { type LinkPurpose, linkPurposes, makeLink } from "./operator-link";
export { changePassword, mailPasswordReset, requestPasswordReset, resetPassword } from "./password";
export { endSession, listSessions } from "./sign-in/own-sessions";
export { confirmSignUp, signUp } from "./sign-up";
