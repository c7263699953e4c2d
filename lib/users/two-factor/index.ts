export { describeTwoFactor, renewRecoveryCodes, turnOffTwoFactor, turnOffTwoFactorOf } from "./change";
export { beginTwoFactor, confirmTwoFactor } from "./set-up";
