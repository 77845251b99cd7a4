/** Services over a real SQLite file, with a clock that stands still until it is moved. */
import { join } from 'node:path'
import type { Db, OpenOptions } from '../../db/db'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import type { ChangedNoun } from '../../server/domain/changes'
import { ERRORS, type ErrorId } from '../../server/domain/errors/catalogue'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { secureRandom } from '../../server/random'
import { createServices, type Services } from '../../server/services/create-services'
import { openSealer, type Sealer } from '../../server/services/seal'
import {
  type Actor,
  OPERATOR_ROLE,
  type ProbeChannel,
  type ServiceDeps,
} from '../../server/services/service-deps'
import { gatewayFolder } from '../support/temp-dir'

export const OPERATOR: Actor = {
  kind: 'cli',
  id: 0,
  name: 'tester',
  ip: '',
  requestId: 'req-1',
  role: OPERATOR_ROLE,
}

export const PASSWORD = 'correct horse battery'

/** A person signed in with this role; id 0 is nobody's own. */
export function person(role: number, id = 0): Actor {
  return { ...OPERATOR, kind: 'user', name: `person${id}`, role, id, ip: '192.0.2.1' }
}

export interface Fixture extends Services {
  readonly db: Db
  readonly sealer: Sealer
  readonly changes: ChangedNoun[]
  readonly clock: { ms: number }
  readonly close: () => Promise<void>
}

export async function openFixture(
  probe?: ProbeChannel,
  more: Partial<ServiceDeps> = {},
  opening: OpenOptions = {},
): Promise<Fixture> {
  const folder = gatewayFolder('services')
  const clock = { ms: 1_700_000_000_000 }
  const db = await openDatabase(join(folder.path, 'gw.db'), opening)
  await migrate(db, { nowMs: clock.ms })
  const sealer = openSealer({ dataDir: folder.path, envKey: 'a key for tests only, 32 long' })
  const changes: ChangedNoun[] = []
  db.bus.subscribe((heard) => void changes.push(...heard.keys()))
  const services = createServices({
    db,
    sealer,
    clock: { nowMs: () => clock.ms },
    random: secureRandom,
    probe,
    ...more,
  })
  const close = async () => {
    await db.close()
    folder.remove()
  }
  return { ...services, db, sealer, changes, clock, close }
}

/** Id of the error that the work is refused with; "done" when it is not refused. */
export async function refusal(work: Promise<unknown>): Promise<ErrorId | 'done'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof GatewayError && Object.hasOwn(ERRORS, error.id)) {
      return error.id
    }
    throw error
  }
}
