import { isServing } from '../../../../db/serve-lock'
import {
  ConfigurationError,
  databaseFile,
  readConfiguration,
  serveLockPath,
} from '../../../configuration'
import { type Check, type Finding, told } from '../check'
import type { ServerAnswer, Surroundings } from '../surroundings'

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
      return judgeServer(surroundings, url, await askServer(url))
    } catch (error) {
      const params = { url, reason: told(error, place.language) }
      // Where nobody said an address, the server may have been started with another port.
      return serverUrl === undefined
        ? { status: 'warn', text: 'doctor.server.silent', hint: 'doctor.server.url_hint', params }
        : { status: 'fail', text: 'doctor.server.silent', params }
    }
  },
}

function isServingFile(file: string): boolean {
  return file !== '' && isServing(serveLockPath(file))
}

function expectedUrl({ env }: Surroundings): string {
  try {
    const { host, port } = readConfiguration(env)
    const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  } catch (error) {
    // Another check tells what is wrong with the settings.
    if (error instanceof ConfigurationError) return 'http://127.0.0.1:3000'
    throw error
  }
}

function judgeServer(
  { version, place }: Surroundings,
  url: string,
  answer: ServerAnswer,
): Finding[] {
  const params = { url, version, running: answer.version }
  const sameVersion: Finding =
    answer.version === version
      ? { status: 'ok', text: 'doctor.server.ok', params }
      : {
          status: 'warn',
          text: 'doctor.server.version',
          hint: 'doctor.server.restart_hint',
          params,
        }
  const skewMs = (answer.dateMs ?? place.clock.nowMs()) - place.clock.nowMs()
  if (Math.abs(skewMs) <= LARGEST_SKEW_MS) return [sameVersion]
  const seconds = Math.round(skewMs / MS_PER_SECOND)
  const skewed: Finding = {
    status: 'warn',
    text: 'doctor.server.skew',
    hint: 'doctor.clock.hint',
    params: { url, seconds },
  }
  return [sameVersion, skewed]
}
