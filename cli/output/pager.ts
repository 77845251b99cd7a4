/** Long texts page by page, on a terminal. */
import type { Environment } from '../../server/configuration-values'

/** Colours pass, and a text that fits is only printed. */
const LESS = 'FRX'
const NOT_FOUND = 127

/**
 * By $GW_PAGER, $PAGER or less, and back when it is closed; false where there is none of them and
 * the text is still to be printed.
 */
export function paged(text: string, env: Environment): boolean {
  const command = env.GW_PAGER ?? env.PAGER ?? (Bun.which('less') === null ? '' : 'less')
  if (command.trim() === '') return false
  // Ctrl-C is the pager's: it stops a search there, and does not end this program.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  try {
    const { exitCode } = Bun.spawnSync(['/bin/sh', '-c', command], {
      stdin: Buffer.from(text),
      stdout: 'inherit',
      stderr: 'inherit',
      env: { LESS, ...env },
    })
    // The shell has said that there is no such program; the text is still wanted.
    return exitCode !== NOT_FOUND
  } finally {
    process.off('SIGINT', ignore)
  }
}
