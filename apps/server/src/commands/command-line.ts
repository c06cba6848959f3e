import { SettingsError } from '../env.ts';
import { CommandError } from './command-error.ts';

export interface CommandLine {
  /** Positional arguments. */
  words: string[];
  /** `--dataset x` and `--dataset=x`; `true` for an option without a value. */
  options: Map<string, string | true>;
}

/** Parses the arguments; `withValue` names the options that take a value. */
export function parseCommandLine(args: readonly string[], withValue: readonly string[]): CommandLine {
  const words: string[] = [];
  const options = new Map<string, string | true>();
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] as string;
    const [, name, value] = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === undefined) words.push(argument);
    else if (value !== undefined) options.set(name, value);
    else if (!withValue.includes(name)) options.set(name, true);
    else {
      at += 1;
      const next = args[at];
      if (next === undefined) throw new CommandError(`--${name} needs a value.`);
      options.set(name, next);
    }
  }
  return { words, options };
}

/** The dataset named by `dataset X` or `--dataset X`. */
export function readDataset({ words, options }: CommandLine, usage: string): string {
  const given = options.get('dataset') ?? (words[0] === 'dataset' ? words[1] : undefined);
  const rest = words[0] === 'dataset' ? words.slice(2) : words;
  if (typeof given !== 'string' || given === '' || rest.length > 0) throw new CommandError(usage);
  return given;
}

/** Runs a command. A CommandError becomes one line on standard error and exit code 1. */
export async function runCommand(work: (say: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await work((line) => process.stdout.write(`${line}\n`));
    process.exit(0);
  } catch (error) {
    const isForOwner = error instanceof CommandError || error instanceof SettingsError;
    process.stderr.write(isForOwner ? `${error.message}\n` : `${(error as Error).stack}\n`);
    process.exit(1);
  }
}
