/** Long texts page by page, on a terminal. */
import { streams } from '../output/terminal'

/** Colours pass, and a text that fits is only printed. */
const LESS = 'FRX'

/** By $PAGER or less; printed as it is where neither is there, or where no terminal is. */
export async function page(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = env.PAGER ?? (Bun.which('less') === null ? '' : 'less')
  if (!streams.outIsTerminal || command.trim() === '') {
    streams.out(text)
    return
  }
  // Ctrl-C is the pager's: it stops a search there, and does not end this program.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  try {
    const child = Bun.spawn(['/bin/sh', '-c', command], {
      stdin: Buffer.from(text),
      stdout: 'inherit',
      stderr: 'inherit',
      env: { LESS, ...env },
    })
    const code = await child.exited
    // The shell has said that there is no such program; the text is still wanted.
    if (code === NOT_FOUND) streams.out(text)
  } finally {
    process.off('SIGINT', ignore)
  }
}

const NOT_FOUND = 127
