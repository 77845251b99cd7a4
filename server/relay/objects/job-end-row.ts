/** What one kind of work that goes on after its answer has to say of its end. */

import type { Usage } from '../../domain/money/usage'
import type { OwnedJob } from '../../domain/objects/job'
import type { OwnedFamily } from '../../domain/objects/objects'
import type { OwnedThing } from '../call/vendor-objects/rows'
import type { JsonObject } from '../wire/chat'

/** A file of answers, one to a line. */
export interface ResultFile {
  readonly family: OwnedFamily
  readonly tail: string
  /** `undefined` for a line that used nothing. */
  readonly usageOf: (line: string, job: OwnedJob) => Usage | undefined
  /** What the upstream has made for the line and its user may come back to. */
  readonly thingOf?: (line: string) => OwnedThing | undefined
}

export interface JobEndRow {
  readonly family: OwnedFamily
  readonly isOver: (object: JsonObject) => boolean
  /** What the object itself reports of its use; `undefined` when nothing was used. */
  readonly usageOf: (object: JsonObject, job: OwnedJob) => Usage | undefined
  /** What each answer used, where the object itself holds the answers. */
  readonly answers?: (object: JsonObject) => readonly (Usage | undefined)[]
  /** Where the use of each line stands, which is worth more than a sum. */
  readonly results?: (object: JsonObject, id: string) => readonly ResultFile[]
}
