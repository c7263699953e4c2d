export { deleteAccount, deleteAccountOf, deleteUser } from "./delete-account";
export { confirmEmailChange, requestEmailChange } from "./email-change";
export {
  createFirstOperator,
  issueFirstOperatorLink,
  type LinkPurpose,
  linkPurposes,
  makeLink,
} from "./operator-links";
export { changePassword, mailPasswordReset, requestPasswordReset, resetPassword } from "./password";
export { endSession, listSessions } from "./sessions";
export { confirmSignUp, signUp } from "./sign-up";
export { changeName, createUser, findUserByEmail, setOperator } from "./users";
