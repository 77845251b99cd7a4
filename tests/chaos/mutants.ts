/**
 * Ways to break the sources, each of which a scenario of `npm run chaos` has to see. A rehearsal
 * that passes on one of them claims more than it looks at.
 */

export interface Mutant {
  readonly name: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
  /** The scenario that has to see it, in its short form. */
  readonly scenario: string
}

/** Code that is true at every `count`-th evaluation, so that a rare fault comes for certain. */
const every = (count: number): string =>
  `((globalThis.evaluations = (globalThis.evaluations ?? 0) + 1) % ${count} === 0)`

const LEDGER_BATCH = 'server/domain/ledger/batch.ts'
const LIMIT_COUNTERS = 'server/domain/limits/counters.ts'
const SETTLEMENTS = 'server/services/ledger/settlement-retry-queue.ts'
const SERVE = 'server/serve.ts'

const COLLECTED = 'const charge = this.#collectable(order, held)'
const LOGGED = 'this.#logs.push({ facts, userId, tokenId: held.tokenId ?? 0, channelId })'
const COMMITTED = 'await this.#parts.db.ledger.settle(order)'
const ENQUEUED = "await this.#enqueue({ kind: 'settle', order })"
const WAITING = 'this.#waiting.set(callId, slim(order))'

export const MUTANTS: readonly Mutant[] = [
  {
    name: '2 % of charges are doubled',
    file: LEDGER_BATCH,
    text: COLLECTED,
    replacement: `${COLLECTED} * (${every(50)} ? 2 : 1)`,
    scenario: 'kill',
  },
  {
    name: 'what a released call held is not given back',
    file: LEDGER_BATCH,
    text: 'const delta = held.amount - charge',
    replacement: 'const delta = isSettled ? held.amount - charge : 0',
    scenario: 'kill',
  },
  {
    name: '1 % of log rows are not written',
    file: LEDGER_BATCH,
    text: LOGGED,
    replacement: `if (!${every(100)}) ${LOGGED}`,
    scenario: 'kill',
  },
  {
    name: '1 % of counters of tokens are wrong',
    file: LEDGER_BATCH,
    text: 'token.usedDelta += charge',
    replacement: `token.usedDelta += charge + (${every(100)} ? 1 : 0)`,
    scenario: 'kill',
  },
  {
    name: 'an answer is sent 200 ms before its commit',
    file: SETTLEMENTS,
    text: COMMITTED,
    replacement: `ended(); await Bun.sleep(200); ${COMMITTED}`,
    scenario: 'kill',
  },
  {
    name: 'open calls are not resolved after a crash',
    file: SERVE,
    text: 'await resolveOpen(db, { nowMs: clock.nowMs(), isOpen })',
    replacement: '0',
    scenario: 'kill',
  },
  {
    name: '1 % of settlements are dropped',
    file: 'db/hot-ledger.ts',
    text: ENQUEUED,
    replacement: `if (!${every(100)}) ${ENQUEUED}`,
    scenario: 'kill',
  },
  {
    name: 'the balance is not checked',
    file: LEDGER_BATCH,
    text: 'const amount = affordable(order, user, token)',
    replacement: 'const amount = order.amount',
    scenario: 'race',
  },
  {
    name: 'a code can be redeemed twice',
    file: 'db/tables/redemptions.ts',
    text: ".where('status', '=', REDEMPTION_STATUS.unused)",
    replacement: '',
    scenario: 'race',
  },
  {
    name: 'a tenth of the calls that a limit refuses passes',
    file: LIMIT_COUNTERS,
    text: 'if (needed > 0 && left < needed) {',
    replacement: `if (needed > 0 && left < needed && !${every(10)}) {`,
    scenario: 'limits',
  },
  {
    name: 'what a call counted of limits is not given back',
    file: 'server/domain/limits/kinds.ts',
    text: 'final: () => 0',
    replacement: 'final: (counted) => counted',
    scenario: 'limits',
  },
  {
    name: 'running streams outlive a ban, a deletion, a disabled token',
    file: 'server/relay/call/end-calls.ts',
    text: 'relay.directory.onCallersChanged(() => void look())',
    replacement: 'void look',
    scenario: 'cut',
  },
  {
    name: 'a tenth of the settlements that wait is lost',
    file: SETTLEMENTS,
    text: WAITING,
    replacement: `if (!${every(10)}) ${WAITING}`,
    scenario: 'lock',
  },
  {
    name: 'settlements in the file are not read at the next start',
    file: SETTLEMENTS,
    text: 'const { orders, unreadable } = readUnsettled(path)',
    replacement: 'const [orders, unreadable] = [[], []]',
    scenario: 'unsettled',
  },
  {
    name: 'settlements that wait are not written down',
    file: SETTLEMENTS,
    text: 'await this.#file.append(fresh.map(([, order]) => order))',
    replacement: '',
    scenario: 'unsettled',
  },
  {
    name: 'a database of no bytes passes for a new one',
    file: SERVE,
    text: "if (file !== '') requireUntruncated(file)",
    replacement: '',
    scenario: 'torn',
  },
]
