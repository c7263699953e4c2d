export { deleteAccount, deleteAccountOf, deleteUser } from "./delete-account";
export { confirmEmailChange, requestEmailChange } from "./email-change";
export { createFirstOperator, issueFirstOperatorLink } from "./first-operator";
export { type LinkPurpose, linkPurposes, makeLink } from "./operator-link";
export { changePassword, mailPasswordReset, requestPasswordReset, resetPassword } from "./password";
export { endSession, listSessions } from "./sessions";
export { confirmSignUp, signUp } from "./sign-up";
export { changeName, createUser, findUserByEmail, setOperator } from "./users";
