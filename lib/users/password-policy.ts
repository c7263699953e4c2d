import { formFault } from "./users";

/**
 * Passwords of 8 or more characters at the head of every published list of leaked ones, in lower case. Ten guesses in
 * a quarter of an hour never get further than this.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321 11223344 112233445566
  123123123 123321123 147258369 159357456 741852963 789456123 456789123 102030405060 10203040 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qazwsxedc qazwsx123 zaq12wsx zaq1zaq1 zxcvbnm1
  qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 qwerty12345 1qwertyuiop qwer1234 qwe123qwe qweasdzxc asdfghjk
  asdfghjkl asdfasdf asdf1234 asd123456 a1234567 a12345678 a123456789 abc12345 abcd1234 abc123456 abcdefgh
  abcdefghi abcdef123 aa123456 aa12345678 zxcvbnm123 123qweasd 123qwe123 1234qwer 12qwaszx 123456qwerty 123456abc
  123abc123 123456aa 12345678a 123456789a 1234567a password password1 password12 password123 password1234
  password! password1! password123! passw0rd passw0rd1 p@ssw0rd p@ssword p@ssw0rd1 p@ssw0rd123 pass1234 pass12345
  passpass passwort passwort1 motdepasse contrasena mypassword newpassword mypass123 admin123 admin1234 adminadmin
  administrator root1234 rootroot toor1234 welcome1 welcome123 welcome1! letmein1 letmein123 letmein! changeme
  changeme1 changeme123 changeit default1 guest123 guest1234 user1234 username test1234 test12345 testtest
  testing123 tester123 demo1234 secret123 secret12 topsecret iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod
  iloveme1 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman
  superman1 batman123 spiderman starwars starwars1 pokemon123 pikachu1 dragon123 dragonball monkey123 master123
  shadow123 killer123 michael1 michelle charlie1 jennifer jordan23 jessica1 danielle samantha victoria alexander
  alexandra nicholas benjamin jonathan elizabeth christian christopher veronica stephanie liverpool liverpool1
  chelsea1 arsenal1 barcelona juventus manchester mercedes corvette mustang1 ferrari1 harley123 computer computer1
  internet internet1 whatever whatever1 trustno1 freedom1 blessed1 jesus123 jesuschrist forever1 babygirl
  babygirl1 butterfly butterfly1 chocolate chocolate1 cheesecake hello123 hello1234 hellohello helloworld
  goodluck fuckyou1 fuckyou123 fuckoff1 asshole1 bigdick1 blink182 metallica slipknot nirvana1 eminem123 rockstar1
  snoopy123 scooby123 garfield pussycat midnight midnight1 mountain november december september february
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026
  january1 company123 quietzone quietzone1 quietzone123 qrcode123 correcthorsebatterystaple`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/**
 * Refuses a new password that anybody would guess: a common one, the address itself or its first part, or one
 * character over and over (NIST SP 800-63B, 3.1.1.2). `password` and `email` are normalised.
 */
export function refuseGuessable(password: string, email: string, field = "password"): void {
  const guess = password.toLowerCase();
  if (guess === email || guess === email.slice(0, email.lastIndexOf("@"))) {
    throw formFault(field, "password_is_address", `${field} must not be your address`);
  }
  if (commonPasswords.has(guess) || new Set(guess).size < 3) {
    throw formFault(
      field,
      "common_password",
      `${field} must not be one of the passwords that everybody tries; choose another, such as three words`,
    );
  }
}
