/** A rehearsal from its copy to its report; whatever happens, nothing of it keeps running. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type CallFigures,
  compareMoney,
  type RehearsedMoney,
} from '../../server/domain/proof/rehearsed-money'
import type { RoutedCall } from '../../server/services/rehearsal/books'
import type { Caller } from '../../server/services/rehearsal/prepare'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import type { ReportProgress } from '../output/progress'
import { callMark, type FaultyProvider, startFaultyProvider } from '../provider/faulty'
import { createOpenings } from '../runtime/openings'
import { words } from '../words'
import { ask, type Seen } from './client'
import { startGateway } from './gateway'

export interface RehearsalTerms {
  readonly calls: number
  readonly clients: number
  /** Of a hundred tries. */
  readonly faults: number
  readonly seed: number
  /** An empty folder; the caller removes it. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly progress: ReportProgress
}

export interface Rehearsed {
  readonly seen: readonly Seen[]
  readonly routed: readonly RoutedCall[]
  readonly channels: Readonly<Record<number, string>>
  readonly retryTimes: number
  readonly faults: FaultyProvider['faults']
  readonly money: RehearsedMoney
}

export async function rehearseOn(
  context: CommandContext,
  terms: RehearsalTerms,
): Promise<Rehearsed> {
  const { folder, signal } = terms
  const original = await context.services()
  await original.rehearsal.copy(join(folder, 'gw.db'))
  const provider = await startFaultyProvider(terms)
  // Of its own: what the site has sealed stays closed in the copy.
  const secretKey = randomBytes(32).toString('hex')
  try {
    const copy = <T>(run: (copied: Copy) => Promise<T>) =>
      withCopy(context, { folder, secretKey }, run)
    const { callers, start } = await copy(({ rehearsal }) =>
      rehearsal.prepare(context.actor, { address: provider.url, clients: terms.clients }),
    )
    if (callers.length === 0) {
      const why = words`no group has a priced chat model with an enabled channel`
      throw new CommandFailure('rehearse.nothing', why)
    }
    const seen = await askAll(context, { ...terms, callers, secretKey })
    signal.throwIfAborted()
    const described = seen.map((each, call) => describeCall(each, call, provider))
    const { books, ...rest } = await copy(({ rehearsal }) => rehearsal.read(start, described))
    return { seen, ...rest, faults: provider.faults, money: compareMoney(books) }
  } finally {
    await provider.stop()
  }
}

type Copy = Awaited<ReturnType<CommandContext['services']>>

interface CopyPlace {
  readonly folder: string
  readonly secretKey: string
}

async function withCopy<T>(
  { language, actor }: CommandContext,
  { folder, secretKey }: CopyPlace,
  run: (copied: Copy) => Promise<T>,
): Promise<T> {
  const opened = createOpenings({
    env: { GW_SECRET_KEY: secretKey },
    data: folder,
    language,
    actor,
    reads: false,
    tries: false,
    bringsUsers: true,
    note: () => {},
  })
  try {
    return await run(await opened.services())
  } finally {
    await opened.close()
  }
}

interface Load extends RehearsalTerms {
  readonly callers: readonly Caller[]
  readonly secretKey: string
}

/** Every client sends its next call when it has the response to its last one. */
async function askAll(context: CommandContext, load: Load): Promise<readonly Seen[]> {
  const { calls, callers, folder, secretKey, signal, progress } = load
  const gateway = await startGateway({ env: context.env, dataDir: folder, secretKey })
  try {
    const seen: Seen[] = []
    let next = 0
    const work = async ({ key, models }: Caller) => {
      while (next < calls && !signal.aborted) {
        const call = next
        next += 1
        const model = models[call % models.length] ?? models[0]
        const isStream = Math.floor(call / models.length) % 2 === 0
        const { clock } = context
        const request = { url: gateway.url, key, model, text: callMark(call), isStream }
        seen[call] = await ask({ ...request, signal, clock })
        progress(next, calls)
      }
    }
    await Promise.all(callers.map(work))
    signal.throwIfAborted()
    const code = await gateway.stop()
    if (code !== 0) throw new CommandFailure('rehearse', words`the gateway ended with ${code}`)
    return seen
  } finally {
    await gateway.kill()
  }
}

/** By the last try: one that has begun to answer is never followed by another. */
function describeCall({ requestId }: Seen, call: number, provider: FaultyProvider): CallFigures {
  return { requestId, ...(provider.triesOf(call).at(-1) ?? { answer: 'nothing' }) }
}
