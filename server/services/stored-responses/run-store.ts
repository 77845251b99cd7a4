/** Answers that are made in the background, as the database knows them. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Db } from '../../../db/db'
import { changeRun, endRun, findRun, insertRun } from '../../../db/tables/response-runs'
import type { RunState, StoredResponse, StoredRuns } from '../../relay/ports/stored'
import type { Sealer } from '../seal'
import { rowOf } from './response-row'
import { openText, sealText } from './sealed-text'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

export interface RunStoreParts {
  readonly db: Db
  readonly sealer: Sealer
}

export class RunStore implements StoredRuns {
  readonly #parts: RunStoreParts

  constructor(parts: RunStoreParts) {
    this.#parts = parts
  }

  async begin(answer: StoredResponse): Promise<void> {
    const { db, sealer } = this.#parts
    const row = rowOf(sealer, answer)
    await db.transaction((trx) => insertRun(trx, row, db.node))
  }

  async change(answer: StoredResponse): Promise<void> {
    const { db, sealer } = this.#parts
    const row = rowOf(sealer, answer)
    await db.transaction((trx) => changeRun(trx, row))
  }

  async end(answer: StoredResponse, events: string): Promise<void> {
    const { db, sealer } = this.#parts
    const row = rowOf(sealer, answer)
    const text = (await packed(events)).toString('base64')
    const sealed = sealText(sealer, text)
    // What one user may have stored here includes it.
    const change = { ...row, characters: row.characters + sealed.length }
    await db.transaction((trx) => endRun(trx, change, sealed))
  }

  async find(userId: number, id: string): Promise<RunState | undefined> {
    const { db, sealer } = this.#parts
    const row = await findRun(db.reader, userId, id)
    if (row === undefined) return undefined
    const isOver = row.node === ''
    if (row.events === '') return { isOver, events: undefined }
    const text = Buffer.from(openText(sealer, row.events), 'base64')
    return { isOver, events: (await unpacked(text)).toString() }
  }
}
