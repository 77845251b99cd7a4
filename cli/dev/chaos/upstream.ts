/**
 * The upstream of the rehearsal, on bare sockets, so that it can be as wrong as a plan wants.
 * A request names its plan in its own text (`plan=NAME call=ID`), so the upstream keeps no
 * script and repeats what it did on every retry.
 */
import type { Socket } from 'node:net'
import { listen } from '../../provider/listen'
import { Wire } from '../../provider/wire'
import { PLANS } from './faults/plans'

export interface Upstream {
  readonly port: number
  /** Answers begun and not ended yet. */
  open(): number
  /** Responses whose client disconnected before their end. */
  cancelled(): number
  /** Answers that wait at a gate right now. */
  waiting(): number
  /** Lets all that wait at a gate go on; those that come later wait again. */
  release(): void
  stop(): Promise<void>
}

interface Counters {
  open: number
  cancelled: number
  waiting: number
}

const NAMED = /plan=([\w-]+) call=([\w-]+)/

export async function startUpstream(): Promise<Upstream> {
  const counters: Counters = { open: 0, cancelled: 0, waiting: 0 }
  const attempts = new Map<string, number>()
  let gate = Promise.withResolvers<void>()

  const answer = async (socket: Socket, body: string): Promise<void> => {
    const [, plan = '', call = ''] = NAMED.exec(body) ?? []
    const attempt = (attempts.get(call) ?? 0) + 1
    attempts.set(call, attempt)
    const wire = new Wire(socket, { body, attempt, gate: () => gate.promise, counters })
    counters.open += 1
    await (PLANS[plan] ?? PLANS.json)?.answer(wire)
    counters.open -= 1
    if (wire.wasLeft) counters.cancelled += 1
  }

  const listening = await listen(answer)
  return {
    port: listening.port,
    open: () => counters.open,
    cancelled: () => counters.cancelled,
    waiting: () => counters.waiting,
    release() {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    stop: listening.stop,
  }
}
