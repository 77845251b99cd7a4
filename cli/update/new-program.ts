/** What another version of this program says and does. */
import { CommandFailure } from '../exit'
import { words } from '../words'

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function run(program: string, args: readonly string[]): Promise<Ran> {
  const child = Bun.spawn([program, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, stdout: stdout.trim(), stderr: stderr.trim() }
}

/** Throws `CommandFailure` for a program that does not start here, or says another version. */
export async function requireVersion(program: string, version: string): Promise<void> {
  const { code, stdout, stderr } = await run(program, ['--version'])
  if (code !== 0) {
    throw new CommandFailure('update.does_not_run', words`${version} does not run here: ${stderr}`)
  }
  if (stdout.split('+')[0] === version) return
  throw new CommandFailure('update.version', words`the program in ${version} says ${stdout}`)
}

/** What it prints as JSON. Throws `CommandFailure` with what it says when it fails. */
export async function answerOf(program: string, args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(program, [...args, '--json'])
  if (code === 0) return JSON.parse(stdout)
  const { error } = Object(parsed(stderr))
  throw new CommandFailure('update.failed', words`the new version: ${error?.message ?? stderr}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
