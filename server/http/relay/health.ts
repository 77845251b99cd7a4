/** Whether this server does its work, for load balancers, monitors and `gw doctor`. */

export interface ServerHealth {
  /** `unwritable` when the last commit failed; the others tell what became of the file. */
  readonly database: 'ok' | 'unwritable' | 'gone' | 'replaced'
  /** Settlements that are kept until they can be written. */
  readonly waiting: number
}

/** 503 takes the server out of rotation; there is no secret in it. */
export function healthResponse({ database, waiting }: ServerHealth, isClosing: boolean): Response {
  const ok = !isClosing && database === 'ok' && waiting === 0
  const body = { ok, database, settlements_waiting: waiting }
  return Response.json(body, { status: ok ? 200 : 503 })
}
