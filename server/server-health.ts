/** What health checks are told, looked at whenever somebody asks. */
import { dirname } from 'node:path'
import { databaseFile } from './configuration'
import type { ProxyWatch } from './http/proxy-watch'
import type { HealthEdge } from './http/relay/health'
import type { Place } from './open-relay'
import { freeBytesAt, LEAST_FREE_BYTES } from './services/health/free-disk'
import type { UpstreamWatch } from './services/health/upstream-watch'
import type { ValkeyLink } from './services/limiter/valkey-link'

interface Watched extends Pick<ProxyWatch, 'isUnbelieved'> {
  readonly upstreams: UpstreamWatch
  readonly valkey: ValkeyLink | undefined
}

export function serverHealth(place: Place, watched: Watched): HealthEdge['health'] {
  const { ledger, heartbeat, databaseState } = place
  const { valkey } = watched
  return () => {
    const { waiting } = ledger.health()
    return {
      database: databaseState(),
      waiting,
      isDraining: heartbeat.isDraining(),
      heartbeat: heartbeat.state(),
      disk: diskState(place),
      upstreams: watched.upstreams.state(),
      isProxyUnbelieved: watched.isUnbelieved(),
      valkey: valkey && (valkey.problem() === undefined ? 'ok' : 'away'),
    }
  }
}

function diskState({ configuration: { databaseUrl, dataDir } }: Place) {
  const file = databaseFile(databaseUrl)
  try {
    return freeBytesAt(file === '' ? dataDir : dirname(file)) < LEAST_FREE_BYTES ? 'low' : 'ok'
  } catch {
    // A folder that is gone is what the database is asked about.
    return 'ok'
  }
}
