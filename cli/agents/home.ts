/** Where agents keep their settings. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../server/configuration-values'

export function inHome(env: Environment, ...names: readonly string[]): string {
  return join(env.HOME || homedir(), ...names)
}

/** As the XDG rules have it. */
export function inConfigHome(env: Environment, ...names: readonly string[]): string {
  return env.XDG_CONFIG_HOME
    ? join(env.XDG_CONFIG_HOME, ...names)
    : inHome(env, '.config', ...names)
}
