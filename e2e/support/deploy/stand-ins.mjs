// What the operator's pages call and a test can't: each program by the name that it is called by, on a machine below ROOT.
// Units are run as systemd runs them, without its sandbox and as the user who runs the test.
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const { ROOT: root = "", PROJECT: project = "", MACHINE_SETTINGS: machine = "{}" } = process.env;
const [, , name, ...words] = process.argv;

/** Paths of the machine, as the test writes them into its blocks, too. */
const settle = (text) =>
  text
    .replaceAll("/usr/bin/node", process.execPath)
    .replaceAll(/(^|[\s"'=:|(-])\/(etc|opt|var\/lib|usr\/local\/bin|root)\//g, `$1${root}/$2/`);

function fail(sentence) {
  process.stderr.write(`${name}: ${sentence}\n`);
  process.exit(1);
}

/** Fails unless the words begin as one of these does. */
function expectWords(...known) {
  const line = words.join(" ").replaceAll(root, "");
  if (!known.some((start) => line.startsWith(start))) fail(`"${line}" is not what the test knows`);
}

/** NAME=value a line, as systemd reads a file of settings. */
function readEnvironmentFile(path) {
  const file = path.replace(/^-/, "");
  if (!existsSync(file)) return path.startsWith("-") ? {} : fail(`${file} is missing`);
  const mode = statSync(file).mode & 0o777;
  if (mode !== 0o600) fail(`${file} has mode ${mode.toString(8)}`);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** What a process gets of systemd: its settings and no more, and the folders of its state. */
function environmentOf({ files, own, folders }) {
  for (const folder of folders) mkdirSync(join(root, "var/lib", folder), { recursive: true, mode: 0o700 });
  const read = Object.assign({}, ...files.map(readEnvironmentFile));
  return { PATH: "/usr/bin:/bin", ...own, ...read, ...JSON.parse(machine) };
}

const pairsOf = (list) => Object.fromEntries(list.map((one) => one.split(/=(.*)/s).slice(0, 2)));

function readUnit(unit) {
  const file = join(root, "etc/systemd/system", unit.includes(".") ? unit : `${unit}.service`);
  if (!existsSync(file)) fail(`Unit ${unit} not found`);
  const text = readFileSync(file, "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", "");
  const all = (key) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => settle(value));
  return {
    isTimer: unit.endsWith(".timer"),
    isOneshot: all("Type").includes("oneshot"),
    // As systemd writes $ and % that are the command's own.
    restartSeconds: all("Restart").includes("always") ? all("RestartSec")[0] : undefined,
    command: all("ExecStart")[0]?.replaceAll("$$", "$").replaceAll("%%", "%"),
    folder: all("WorkingDirectory")[0],
    env: environmentOf({
      files: all("EnvironmentFile"),
      own: pairsOf(all("Environment").flatMap((line) => line.split(" "))),
      folders: all("StateDirectory").flatMap((line) => line.split(" ")),
    }),
  };
}

const pidFile = (unit) => join(root, "run", `${unit}.pid`);

function stop(unit) {
  if (!existsSync(pidFile(unit))) return;
  const pid = Number(readFileSync(pidFile(unit), "utf8"));
  try {
    process.kill(pid, "SIGTERM");
  } catch {}
  // Its parent is gone, so the first process of the machine buries it.
  const isRunning = () => spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  while (/^[^Z]/.test(isRunning())) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  rmSync(pidFile(unit));
}

function start(unit) {
  // systemd leaves a running unit as it is.
  if (existsSync(pidFile(unit))) return;
  const { isTimer, isOneshot, restartSeconds, command, folder, env } = readUnit(unit);
  if (isTimer) return void readUnit(unit.replace(".timer", ".service"));
  const log = openSync(join(root, "var/log", `${unit}.log`), "a");
  const options = { cwd: folder, env, stdio: ["ignore", log, log] };
  if (isOneshot) {
    const { status } = spawnSync("/bin/sh", ["-c", `exec ${command}`], options);
    if (status !== 0) fail(`${unit} failed: ${readFileSync(join(root, "var/log", `${unit}.log`), "utf8")}`);
    return;
  }
  const loop = `trap 'kill $child; wait $child; exit' TERM; while :; do ${command} & child=$!; wait $child; sleep ${restartSeconds}; done`;
  const child = spawn("/bin/sh", ["-c", restartSeconds ? loop : `exec ${command}`], {
    ...options,
    detached: true,
  });
  writeFileSync(pidFile(unit), String(child.pid));
  child.unref();
}

function systemctl() {
  const [verb, ...rest] = words.filter((word) => word !== "--now");
  const isNow = words.includes("--now");
  if (verb === "daemon-reload") return;
  if (/^reload(?:-or-restart)?$/.test(verb) && ["nginx", "caddy"].includes(rest.join())) return;
  for (const unit of rest) {
    readUnit(unit);
    if (["stop", "restart"].includes(verb) || (verb === "disable" && isNow)) stop(unit);
    if (["start", "restart"].includes(verb) || (verb === "enable" && isNow)) start(unit);
  }
  if (!["start", "stop", "restart", "enable", "disable"].includes(verb)) fail(`"${verb}" is unknown`);
}

function systemdRun() {
  const properties = [];
  const own = [];
  const rest = [...words];
  while (rest[0]?.startsWith("-")) {
    const flag = rest.shift();
    if (flag === "-p") properties.push(settle(rest.shift()));
    else if (flag === "-E") own.push(settle(rest.shift()));
    else if (!["--quiet", "--pipe", "--wait"].includes(flag)) fail(`${flag} is unknown`);
  }
  const of = (key) =>
    properties.filter((one) => one.startsWith(`${key}=`)).map((one) => one.slice(key.length + 1));
  if (of("User").join() !== "quietzone") fail("it must run as quietzone");
  const env = environmentOf({
    files: of("EnvironmentFile"),
    own: pairsOf(own),
    folders: of("StateDirectory").flatMap((line) => line.split(" ")),
  });
  const [program, ...others] = rest.map(settle);
  const { status } = spawnSync(program, others, { cwd: of("WorkingDirectory")[0], env, stdio: "inherit" });
  process.exit(status ?? 1);
}

/** A clone of the project, already built. */
function git() {
  expectWords("clone https://git.example.com/quietzone.git ", "pull");
  if (words[0] === "clone") symlinkSync(project, settle(words[2]));
}

function npm() {
  expectWords("ci --omit=dev", "run build", "start");
  if (words[0] === "start") serveOnce();
}

/** `npm start` until it is ready. */
function serveOnce() {
  const own = { PATH: "/usr/bin:/bin", PORT: process.env.SPARE_PORT, DATA_DIR: join(root, "clone-data") };
  const env = { ...process.env, ...JSON.parse(machine), ...own };
  const child = spawn(process.execPath, ["dist/start.js"], { cwd: project, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Quietzone is ready")) child.kill("SIGTERM");
    });
  }
  child.on("exit", (code) => (output.includes("Quietzone is ready") ? process.exit(code) : fail(output)));
}

/** Names of services and profiles are compose.yaml's, commands the operator's. */
function docker() {
  const compose = readFileSync(join(project, "compose.yaml"), "utf8");
  appendFileSync(join(root, "docker.log"), `${words.join(" ")}\n`);
  const known = [
    /^build -t quietzone:local \.$/,
    /^run -d --name quietzone /,
    /^compose .*\bup -d\b.* --wait$/,
    /^compose stop app$/,
  ];
  const line = words.join(" ");
  const env = existsSync(join(root, ".env")) ? readFileSync(join(root, ".env"), "utf8") : "";
  const [, chosen = ""] = /^COMPOSE_PROFILES=(.*)$/m.exec(env) ?? [];
  const profiles = [...compose.matchAll(/profiles: \[(.*)\]/g)].flatMap(([, names]) => names.split(", "));
  for (const profile of chosen.split(",").filter((name) => !profiles.includes(name))) {
    if (words[0] === "compose") fail(`there is no profile "${profile}"`);
  }
  const [, service, command] =
    /^compose (?:exec|run --rm)(?: -T)?(?: -v \S+)? (\w+) (?:node )?(.*)$/.exec(line) ?? [];
  if (service !== undefined) {
    if (!compose.includes(`\n  ${service}:\n`)) fail(`there is no service ${service}`);
    if (command.startsWith("dist/admin.js ")) {
      const help = spawnSync(process.execPath, ["dist/admin.js", "help", command.split(" ")[1]], {
        cwd: project,
      });
      if (help.status !== 0) fail(help.stderr.toString());
    }
    return;
  }
  if (!known.some((one) => one.test(line)) && !/^compose cp app:\/data\/\S+ \S+$/.test(line))
    fail(`"${line}" is unknown`);
}

/** Writes the files of a certificate, or deletes them. */
function certbot() {
  const webroot = "certonly --webroot -w /var/lib/acme -d";
  const reload = "--deploy-hook systemctl reload nginx";
  expectWords(
    `${webroot} qr.example.com -n --agree-tos -m ada@example.com ${reload}`,
    `${webroot} go.example.com -n --agree-tos -m ada@example.com ${reload}`,
    "delete --cert-name go.example.com -n",
  );
  const after = (flag) => words[words.indexOf(flag) + 1];
  const folderOf = (host) => join(root, "etc/letsencrypt/live", host);
  if (words[0] === "delete") return rmSync(folderOf(after("--cert-name")), { recursive: true });
  if (!existsSync(after("-w"))) fail(`${after("-w")} does not exist or is not a directory`);
  mkdirSync(folderOf(after("-d")), { recursive: true });
  for (const file of ["fullchain.pem", "privkey.pem"]) writeFileSync(join(folderOf(after("-d")), file), "");
}

/** As `nginx -t`, fails where a certificate is missing. */
function nginx() {
  expectWords("-t");
  const folder = join(root, "etc/nginx/conf.d");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const [, file] of text.matchAll(/^\s*ssl_certificate(?:_key)? (\S+);/gm)) {
      if (!existsSync(join(root, file))) fail(`cannot load ${file} of ${name}`);
    }
  }
}

const programs = {
  systemctl,
  "systemd-run": systemdRun,
  git,
  npm,
  docker,
  useradd: () => expectWords("--system --home-dir /var/lib/quietzone --shell /usr/sbin/nologin quietzone"),
  chown() {
    expectWords("-R quietzone: ", "1000 ");
    for (const path of words.slice(words[0] === "-R" ? 2 : 1))
      if (!existsSync(path)) fail(`${path} is missing`);
  },
  journalctl() {
    expectWords("-u quietzone ");
    process.stdout.write(readFileSync(join(root, "var/log/quietzone.log")));
  },
  ssh() {
    const { status } = spawnSync(words[1], words.slice(2), { stdio: "inherit" });
    process.exit(status ?? 1);
  },
  caddy: () => expectWords("validate --config /etc/caddy/Caddyfile"),
  certbot,
  nginx,
  promtool: () => expectWords("check rules "),
  npx: () => expectWords("inngest-cli@latest dev -u http://"),
  kubectl() {
    appendFileSync(join(root, "kubectl.log"), `${words.join(" ")}\n`);
    for (const path of words.filter((word) => word.startsWith("deploy/"))) {
      if (!existsSync(join(project, path))) fail(`${path} is missing`);
    }
  },
};
programs[name]();
