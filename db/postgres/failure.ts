import { SQL } from 'bun'
import { GatewayError } from '../../server/domain/errors/gateway-error'

/** SQLSTATE: no connection, no room or memory, shutting down, a standby, a lock, its own disk. */
const PASSING_STATE = /^(?:08|53|57P|58|25006|55P03)/
/** SQLSTATE of a statement that took longer than its connection allows. */
const TOO_LONG = '57014'
/** Where there is no server to give a state. */
const NO_ANSWER = /^ERR_POSTGRES_(?:CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT)/

/** What a failed statement means to its caller: `db.unavailable` when it may pass. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof SQL.PostgresError)) return error
  if (error.errno === TOO_LONG) return new GatewayError('db.query_too_long', {}, { cause: error })
  const mayPass = PASSING_STATE.test(error.errno ?? '') || NO_ANSWER.test(error.code)
  return mayPass ? new GatewayError('db.unavailable', {}, { cause: error }) : error
}
