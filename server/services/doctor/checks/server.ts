import { isServing } from '../../../../db/sqlite/serve-lock'
import { databaseFile, readConfiguration, serveLockPath } from '../../../configuration'
import { ConfigurationError } from '../../../configuration-values'
import { announcedUrl } from '../../database-place'
import { type Check, type Finding, told } from '../check'
import type { ServerAnswer, ServerHealth, Surroundings } from '../surroundings'

/** Signed-in sessions and payment callbacks bear a little; half a minute is a wrong clock. */
const LARGEST_SKEW_MS = 30_000
const MS_PER_SECOND = 1000

export const server: Check<Surroundings> = {
  id: 'server',
  area: 'machine',
  look: async (surroundings) => {
    const { place, serverUrl, askServer } = surroundings
    const file = databaseFile(place.databaseUrl)
    const url = serverUrl ?? (isServingFile(file) ? expectedUrl(surroundings) : undefined)
    if (url === undefined) return { status: 'ok', text: 'doctor.server.none' }
    try {
      return checkServer(surroundings, url, await askServer(url))
    } catch (error) {
      const params = { url, reason: told(error, place.language) }
      // Without `--url` the address is a guess: the server may listen on another port.
      return serverUrl === undefined
        ? { status: 'warn', text: 'doctor.server.silent', hint: 'doctor.server.url_hint', params }
        : { status: 'fail', text: 'doctor.server.silent', params }
    }
  },
}

function isServingFile(file: string): boolean {
  return file !== '' && isServing(serveLockPath(file))
}

function expectedUrl({ env, place }: Surroundings): string {
  const announced = announcedUrl(databaseFile(place.databaseUrl))
  if (announced !== undefined) return announced
  try {
    const { host, port } = readConfiguration(env)
    const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  } catch (error) {
    // Another check reports what is wrong with the settings.
    if (error instanceof ConfigurationError) return 'http://127.0.0.1:3000'
    throw error
  }
}

/** Only what was built names its commit: with sources the number alone can be compared. */
function isSame(running: string, own: string): boolean {
  const bare = (version: string) => version.split('+')[0]
  const isBuilt = running.includes('+') && own.includes('+')
  return isBuilt ? running === own : bare(running) === bare(own)
}

function checkServer(
  { version, place }: Surroundings,
  url: string,
  answer: ServerAnswer,
): Finding[] {
  const params = { url, version, running: answer.version }
  const sameVersion: Finding = isSame(answer.version, version)
    ? { status: 'ok', text: 'doctor.server.ok', params }
    : {
        status: 'warn',
        text: 'doctor.server.version',
        hint: 'doctor.server.restart_hint',
        params,
      }
  const found = [sameVersion, ...checkHealth(url, answer.health)]
  const skewMs = (answer.dateMs ?? place.clock.nowMs()) - place.clock.nowMs()
  if (Math.abs(skewMs) <= LARGEST_SKEW_MS) return found
  const seconds = Math.round(skewMs / MS_PER_SECOND)
  const skewed: Finding = {
    status: 'warn',
    text: 'doctor.server.skew',
    hint: 'doctor.clock.hint',
    params: { url, seconds },
  }
  return [...found, skewed]
}

const SICK = {
  unwritable: {
    status: 'fail',
    text: 'doctor.server.unwritable',
    hint: 'doctor.server.unwritable_hint',
  },
  gone: { status: 'fail', text: 'doctor.server.gone', hint: 'doctor.server.gone_hint' },
  replaced: { status: 'fail', text: 'doctor.server.replaced', hint: 'doctor.server.gone_hint' },
} as const satisfies Record<Exclude<ServerHealth['database'], 'ok'>, Finding>

function checkHealth(url: string, health: ServerHealth | undefined): Finding[] {
  if (health === undefined) return []
  const { database, settlements_waiting: count, proxy_unbelieved: isProxyUnknown } = health
  const params = { url, count }
  const sick: Finding[] = database === 'ok' ? [] : [{ ...SICK[database], params }]
  if (isProxyUnknown) {
    const hint = 'doctor.server.proxy_hint'
    sick.push({ status: 'warn', text: 'doctor.server.proxy', hint, params })
  }
  if (count === 0) return sick
  const hint = 'doctor.server.waiting_hint'
  return [...sick, { status: 'fail', text: 'doctor.server.waiting', hint, params }]
}
