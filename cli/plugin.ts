/** Programs on the PATH that are called `gw-NAME` run as `gw NAME`. */
import type { Command } from './command/command'
import { otherNames } from './spelled-out'

const NAME = /^[a-z][a-z0-9-]*$/

/** Its exit code, or nothing where the first word is a command or there is no such program. */
export async function runPlugin(
  [name = '', ...args]: readonly string[],
  commands: readonly Command[],
): Promise<number | undefined> {
  const known = commands.flatMap(({ path: [first = ''] }) => [first, ...otherNames(first)])
  if (!NAME.test(name) || [...known, 'help'].includes(name)) return undefined
  const program = Bun.which(`gw-${name}`)
  if (program === null) return undefined
  // Ctrl-C is for the plugin, which decides what becomes of it.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  const child = Bun.spawn([program, ...args], {
    stdin: 'inherit',
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const code = await child.exited
  process.off('SIGINT', ignore)
  return code
}
