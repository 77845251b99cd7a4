/** The command line as a user meets it: a child process with streams and an exit code. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..', '..')
/** The compiled program, made by `npm run build` and by `npm test` before the tests. */
export const BINARY = join(ROOT, 'dist', 'gw')

/** `npm test` has just built it; it starts in a third of the time that the sources take. */
const TESTS_BINARY = process.env.GW_TEST_BINARY === '1'

/**
 * To optimise code takes a third of what a command takes, and pays off in what runs for long.
 * It changes no result.
 */
const SHORT_LIVED = { BUN_JSC_useDFGJIT: '0' }

export interface CliOptions {
  readonly dataDir?: string | undefined
  /** Written to stdin, which is empty otherwise. */
  readonly input?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  /** Whether to run dist/gw instead of the sources; else as the whole run says. */
  readonly binary?: boolean | undefined
}

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Stdout as JSON; fails with both streams in the message when it is none. */
  json(): unknown
}

/** Program and first arguments that start `gw`. */
export function cliCommand(args: readonly string[], options: CliOptions = {}): string[] {
  const isBinary = options.binary ?? TESTS_BINARY
  if (isBinary && !existsSync(BINARY)) throw new Error('dist/gw is missing: npm run build')
  const program = isBinary ? [BINARY] : [process.execPath, join(ROOT, 'cli', 'main.ts')]
  const data = options.dataDir === undefined ? [] : ['--data', options.dataDir]
  return [...program, ...data, ...args]
}

/** Only what a program needs to run: settings of the developer's shell must not leak in. */
export function cliEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH']) {
    const value = process.env[name]
    if (value !== undefined) kept[name] = value
  }
  // Nor is anything written to the keyring of whoever runs the tests.
  return { ...kept, ...SHORT_LIVED, LANG: 'C.UTF-8', NO_COLOR: '1', GW_KEYRING: 'off', ...extra }
}

export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const child = Bun.spawn(cliCommand(args, options), {
    cwd: options.cwd ?? ROOT,
    env: cliEnv(options.env),
    stdin: Buffer.from(options.input ?? ''),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return {
    code,
    stdout,
    stderr,
    json() {
      try {
        return JSON.parse(stdout)
      } catch (cause) {
        const shown = `exit ${code}\nstdout: ${stdout}\nstderr: ${stderr}`
        throw new Error(`gw ${args.join(' ')} printed no JSON: ${shown}`, { cause })
      }
    },
  }
}
