/** Where progress is shown: standard error, since standard output is for the one document. */
interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

const clearToEnd = "\u001b[K";
/** Without a terminal a line is printed for each of so many parts of the work. */
const steps = 10;

/** Shows how far long work is: a line that rewrites itself on a terminal, and a line for each tenth otherwise. */
export class Progress {
  readonly #what: string;
  readonly #screen: Screen;
  readonly #startedAt = performance.now();
  #step = 0;

  constructor(what: string, screen: Screen = process.stderr) {
    this.#what = what;
    this.#screen = screen;
  }

  show(done: number, of: number): void {
    const text = this.#describe(done, of);
    if (this.#screen.isTTY) {
      this.#screen.write(`\r${text}${clearToEnd}${done === of ? "\n" : ""}`);
      return;
    }
    const step = Math.floor((done / of) * steps);
    if (step === this.#step) return;
    this.#step = step;
    this.#screen.write(`${text}\n`);
  }

  #describe(done: number, of: number): string {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const rate = done / Math.max(seconds, 0.001);
    const left = Math.ceil((of - done) / Math.max(rate, 1));
    const share = Math.floor((done / of) * 100);
    return `${this.#what}: ${format(done)} of ${format(of)} (${share} %), ${format(rate)}/s, ${left} s left`;
  }
}

const format = (value: number) => Math.round(value).toLocaleString("en");
