/** Where the key that seals secrets comes from, when it is not stored next to the database. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ConfigurationError, type Environment } from './configuration-values'

/** A key service that does not answer must not hold up a start for ever. */
const COMMAND_TIMEOUT_MS = 30_000

/**
 * The text of GW_SECRET_KEY, else of the file GW_SECRET_KEY_FILE, else what GW_SECRET_KEY_COMMAND
 * prints; `undefined` for `secret.key`. Throws `ConfigurationError`.
 */
export function sealingKey(env: Environment): string | undefined {
  const { GW_SECRET_KEY: given, GW_SECRET_KEY_FILE: file, GW_SECRET_KEY_COMMAND: command } = env
  if (given) return given
  if (file?.trim()) return textIn('GW_SECRET_KEY_FILE', file.trim())
  return command?.trim() ? keyBy(command) : undefined
}

/** Of GW_SECRET_KEY_FALLBACKS and of the file GW_SECRET_KEY_FALLBACKS_FILE, one per line. */
export function fallbackKeys(env: Environment): readonly string[] {
  const file = env.GW_SECRET_KEY_FALLBACKS_FILE?.trim()
  const filed = file ? textIn('GW_SECRET_KEY_FALLBACKS_FILE', file) : ''
  const lines = `${env.GW_SECRET_KEY_FALLBACKS ?? ''}\n${filed}`.split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

function textIn(name: string, path: string): string {
  try {
    return nonEmpty(name, readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw unreadable(name, String(Object(error).code ?? error))
  }
}

/** Each process queries a key service once. */
const printed = new Map<string, string>()

function keyBy(command: string): string {
  const known = printed.get(command)
  if (known !== undefined) return known
  const key = keyPrintedBy(command)
  printed.set(command, key)
  return key
}

/** By the shell; what it says of its failure goes where ours goes. */
function keyPrintedBy(command: string): string {
  const { status, stdout, error } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) return nonEmpty('GW_SECRET_KEY_COMMAND', stdout)
  const { code } = Object(error)
  throw unreadable('GW_SECRET_KEY_COMMAND', code === undefined ? `exit ${status}` : String(code))
}

function nonEmpty(name: string, text: string): string {
  const key = text.trim()
  if (key === '') throw unreadable(name, 'empty')
  return key
}

function unreadable(name: string, reason: string): ConfigurationError {
  return new ConfigurationError('configuration.secret_key', { name, reason })
}
