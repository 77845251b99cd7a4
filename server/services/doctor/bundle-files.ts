/** The files of a diagnosis bundle, with what nobody else should read taken out of their text. */
import { arch, availableParallelism, freemem, platform, release, totalmem } from 'node:os'
import { CONFIGURATION_ROWS } from '../../configuration-rows'
import type { Environment } from '../../configuration-values'
import { MASK } from '../../domain/network/url-credentials'
import type { BundleDocuments } from './bundle'

export interface BundleFile {
  readonly name: string
  readonly text: string
}

/** Variables whose value is a secret, a place or an address. */
const HIDDEN = /KEY|PASSWORD|SECRET|TOKEN|HEADERS|ATTRIBUTES|URL|ENDPOINT|DIR|DATA|HOST|PROXIES/
/** A shorter value occurs by chance. */
const LEAST_CHARACTERS = 6

export function processFacts(version: string, nowMs: number) {
  return {
    version,
    made_at: new Date(nowMs).toISOString(),
    runtime: `Bun ${Bun.version}`,
    platform: `${platform()} ${arch()} ${release()}`,
    cores: availableParallelism(),
    memory_bytes: totalmem(),
    free_memory_bytes: freemem(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export function variableFacts(env: Environment): BundleDocuments {
  const set = CONFIGURATION_ROWS.filter(({ name }) => env[name])
  return Object.fromEntries(
    set.map(({ name }) => [name, HIDDEN.test(name) ? 'set' : (env[name] ?? '')]),
  )
}

export function bundleFiles(documents: BundleDocuments, env: Environment): readonly BundleFile[] {
  const secrets = Object.entries(env)
    .filter(([name]) => HIDDEN.test(name))
    .flatMap(([, value = '']) => value.split(/[\s,]+/))
    .filter((value) => value.length >= LEAST_CHARACTERS)
  return Object.entries(documents).map(([name, document]) => ({
    name: `${name}.json`,
    text: `${withoutSecrets(JSON.stringify(document, null, 2), secrets)}\n`,
  }))
}

/** Whatever looks like an address, a person or a key, wherever it stands. */
const PRIVATE: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s"'\\<>]+/gi, `$1${MASK}`],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, MASK],
  [/\b\d{1,3}(\.\d{1,3}){3}\b/g, MASK],
  [/\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]+/gi, MASK],
  [/\bBearer\s+[^\s"\\]+/gi, `Bearer ${MASK}`],
  [/\b(?:sk|pk|rk|gw|xox[a-z]|ghp|gsk|AIza|AKIA)[-_][\w-]{8,}/g, MASK],
  [/\b(?:AIza|AKIA)[\w-]{12,}/g, MASK],
]

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) shown = shown.replaceAll(secret, MASK)
  for (const [pattern, mask] of PRIVATE) shown = shown.replaceAll(pattern, mask)
  return shown
}
