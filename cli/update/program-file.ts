/** The file of this program, and what is next to it while it is replaced. */
import { existsSync, linkSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { CommandFailure, UsageError } from '../exit'
import { compiledProgram } from '../runtime/program'
import { words } from '../words'

const EXECUTABLE = 0o755

/** Who replaces a program in such a place; two of them would not know of each other. */
const OWNERS: readonly { readonly isOwner: (path: string) => boolean; readonly how: string }[] = [
  {
    isOwner: (path) => path === '/usr/bin/gw' && existsSync('/var/lib/dpkg/info/gw.list'),
    how: 'apt install ./gw_VERSION_ARCHITECTURE.deb',
  },
  { isOwner: (path) => path.includes('/node_modules/'), how: 'npm install gw' },
  { isOwner: (path) => /\/Cellar\//.test(path), how: 'brew upgrade gw' },
]

/** Throws for one that nothing here may replace. */
export function replaceableProgram(): string {
  const compiled = compiledProgram()
  if (compiled === undefined) {
    throw new UsageError('this gw runs from its sources: pull and build them instead')
  }
  if (process.platform === 'win32') {
    throw new UsageError('Windows locks a program that runs: replace gw.exe by hand')
  }
  const path = realpathSync(compiled)
  const owner = OWNERS.find(({ isOwner }) => isOwner(path))
  if (owner === undefined) return path
  throw new CommandFailure('update.packaged', words`a package has installed ${path}: ${owner.how}`)
}

export const previousOf = (program: string): string => `${program}.previous`

/** Beside the program, so that a rename puts it there. Throws when that folder is not writable. */
export function stageProgram(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { mode: EXECUTABLE })
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    const reason = String(cause.code)
    throw new CommandFailure('update.not_writable', words`cannot write ${path}: ${reason}`, {
      cause,
    })
  }
}

/** At all times there is a program under the name. */
export function takeProgramPlace(staged: string, program: string): void {
  const previous = previousOf(program)
  rmSync(previous, { force: true })
  linkSync(program, previous)
  renameSync(staged, program)
}
