/** Answers that nobody makes any more, because the process that did is gone. */

import { deadRuns, endRun } from '../../../db/tables/response-runs'
import { GatewayError } from '../../domain/errors/gateway-error'
import { clientMessage } from '../../domain/errors/message'
import { programLanguage } from '../../domain/i18n/translate'
import { parseObject } from '../../relay/formats/dialects/json-fields'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { openText, sealText } from './sealed-text'

const AT_ONCE = 100

type Deps = Pick<ServiceDeps, 'db' | 'clock' | 'sealer'>

/**
 * Marks them as failed; returns how many. At a start (`isStart`) also those of this process's
 * previous life. What was held for them is given back with all that is held by the dead.
 */
export async function failLostRuns(deps: Deps, isStart: boolean): Promise<number> {
  const { db, clock, sealer } = deps
  let failed = 0
  for (;;) {
    const question = { nowMs: clock.nowMs(), isStart, limit: AT_ONCE }
    const rows = await deadRuns(db, question)
    if (rows.length === 0) return failed
    const error = { code: 'server_error', message: await lostMessage(deps) }
    for (const row of rows) {
      const begun = parseObject(openText(sealer, row.response))
      const response = JSON.stringify({ ...begun, id: row.id, status: 'failed', error })
      const change = { ...row, response: sealText(sealer, response) }
      await db.transaction((trx) => endRun(trx, change, ''))
    }
    failed += rows.length
  }
}

async function lostMessage({ db }: Deps): Promise<string> {
  const options = await optionValues(db.reader)
  const language = programLanguage(options['global.error_language'], null)
  return clientMessage(new GatewayError('response.interrupted'), language, 'openai')
}
