/** What the questions that need no open database look at. */
import type { Environment } from '../../configuration-values'
import type { DatabasePlace } from '../database-place'

/** What `/healthz` reports. */
export interface ServerHealth {
  readonly database: 'ok' | 'unwritable' | 'gone' | 'replaced'
  readonly settlements_waiting: number
  /** Forwarded addresses came from a proxy that the server does not trust. */
  readonly proxy_unbelieved: boolean
}

/** What a running gateway answers without a sign-in. */
export interface ServerAnswer {
  readonly version: string
  /** Of its answer, by its own clock; `undefined` when a proxy in between dropped it. */
  readonly dateMs: number | undefined
  /** `undefined` when it reports nothing of the kind, as older versions do. */
  readonly health: ServerHealth | undefined
}

export interface Surroundings {
  readonly env: Environment
  readonly place: DatabasePlace
  /** Of this program. */
  readonly version: string
  /** Where a server is expected, if the operator said so. */
  readonly serverUrl: string | undefined
  /** Folders of killed rehearsals, which whoever asks has tried to remove. */
  readonly leftFolders: {
    readonly removed: readonly string[]
    readonly stuck: readonly string[]
  }
  /** Throws when nothing answers at the address. */
  readonly askServer: (url: string) => Promise<ServerAnswer>
}
