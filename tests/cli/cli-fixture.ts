import { type CliOptions, type CliResult, runCli } from '../support/cli'
import { gatewayFolder } from '../support/temp-dir'

export const PASSWORD = 'correct horse battery'

export interface Shell {
  readonly dataDir: string
  readonly gw: (args: readonly string[], options?: CliOptions) => Promise<CliResult>
  /** Fails unless the command succeeds; returns its JSON. */
  readonly json: (args: readonly string[], options?: CliOptions) => Promise<unknown>
  /** Fails unless the command succeeds; returns its trimmed stdout. */
  readonly text: (args: readonly string[], options?: CliOptions) => Promise<string>
  readonly remove: () => void
}

/** A data folder of its own and `gw` on it. */
export function openShell(): Shell {
  const folder = gatewayFolder('cli')
  const gw: Shell['gw'] = (args, options) => runCli(args, { dataDir: folder.path, ...options })
  const succeeded: Shell['gw'] = async (args, options) => {
    const result = await gw(args, options)
    if (result.code !== 0) {
      throw new Error(`gw ${args.join(' ')} exited ${result.code}: ${result.stderr}`)
    }
    return result
  }
  return {
    dataDir: folder.path,
    gw,
    json: async (args, options) => (await succeeded([...args, '--json'], options)).json(),
    text: async (args, options) => (await succeeded(args, options)).stdout.trim(),
    remove: folder.remove,
  }
}
