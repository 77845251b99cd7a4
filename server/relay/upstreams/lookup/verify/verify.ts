/**
 * Asks an upstream what a dishonest relay answers otherwise. Questions go one after the other and
 * stop as soon as what they cost, by the upstream's own count, comes to the limit.
 */
import { GatewayError } from '../../../../domain/errors/gateway-error'
import { totalCacheReadTokens, totalPromptTokens } from '../../../../domain/money/usage'
import type {
  Counted,
  Observed,
  ParameterName,
  ParameterResult,
} from '../../../../domain/verify/observed'
import type { Verified, VerifyOrder } from '../../../../domain/verify/order'
import { LONG_QUESTIONS } from '../../../../domain/verify/plan'
import { estimateText } from '../../../call/billing/estimate-tokens'
import type { Random, RelayChannel } from '../../../ports/ports'
import type { ChatRequest } from '../../../wire/chat'
import { type AskParts, ask, type Reply, upstreamNameOf } from './ask'
import {
  BEFORE_STOP,
  BEHIND_STOP,
  ECHO_WORDS,
  echoQuestion,
  fillerWords,
  makerQuestion,
  needleQuestion,
  rareWords,
  seedQuestion,
  stopQuestion,
  systemQuestion,
  TOOL,
  toolQuestion,
} from './questions'

export interface VerifyParts extends AskParts {
  readonly random: Random
}

/** Throws what the first question fails with: then there is nothing to judge. */
export async function verify(
  parts: VerifyParts,
  channel: RelayChannel,
  order: VerifyOrder,
): Promise<Verified> {
  const interview = new Interview(parts, channel, order)
  const { model } = order
  const echo = await interview.first(echoQuestion(model, fillerWords(parts.random, ECHO_WORDS)))
  const [word = '', ...hidden] = rareWords(parts.random, 4)
  const short = systemQuestion(model, word)
  const system = await interview.next(short)
  const stop = await interview.next(stopQuestion(model))
  const tools = await interview.next(toolQuestion(model))
  const filler = fillerWords(parts.random, order.contextTokens)
  const long = await longQuestions(interview, needleQuestion(model, filler, hidden))
  const parameters: readonly ParameterResult[] = [
    parameterResult('system', system, ({ text }) => text.toLowerCase().includes(word)),
    parameterResult('stop', stop, ({ text }) =>
      text.includes(BEFORE_STOP) ? !text.includes(BEHIND_STOP) : undefined,
    ),
    parameterResult('tools', tools, (reply) => reply.tools.includes(TOOL)),
    await seedResult(interview, seedQuestion(model)),
  ]
  const maker = await interview.next(makerQuestion(model))
  const [reply, ...again] = long
  const wrapping = estimateText(textIn(short))
  const seen: Observed = {
    model: upstreamNameOf(channel, model),
    isMakersName: order.isMakersName,
    reported: interview.reported(),
    maker: maker?.text,
    pieces: echo.pieces,
    written: writtenOf(echo),
    short: system && { theirs: promptOf(system), ours: wrapping },
    long: reply && { theirs: promptOf(reply), ours: wrapping + order.contextTokens },
    needle: reply && { hidden, answer: reply.text },
    parameters,
    cacheReads: again.map(({ usage }) => usage && totalCacheReadTokens(usage)),
    isCached: order.isCached,
  }
  return { seen, asked: interview.sent, spentUsd: interview.spentUsd }
}

/** What was sent, and what it has cost so far. */
class Interview {
  sent = 0
  spentUsd = 0
  readonly #names = new Set<string>()
  readonly #parts: VerifyParts
  readonly #channel: RelayChannel
  readonly #order: VerifyOrder

  constructor(parts: VerifyParts, channel: RelayChannel, order: VerifyOrder) {
    this.#parts = parts
    this.#channel = channel
    this.#order = order
  }

  async first(request: ChatRequest): Promise<Reply> {
    this.sent += 1
    const reply = await ask(this.#parts, this.#channel, request)
    if (reply.model !== '') this.#names.add(reply.model)
    if (reply.usage !== undefined) this.spentUsd += this.#order.costOf(reply.usage)
    return reply
  }

  /** `undefined` when the question is refused, or there is no money left for it. */
  async next(request: ChatRequest): Promise<Reply | undefined> {
    if (this.spentUsd >= this.#order.maxUsd) return undefined
    try {
      return await this.first(request)
    } catch (error) {
      if (error instanceof GatewayError) return undefined
      throw error
    }
  }

  reported(): readonly string[] {
    return [...this.#names]
  }
}

/** Sent again until something comes out of a cache, the same to the letter. */
async function longQuestions(interview: Interview, request: ChatRequest): Promise<Reply[]> {
  const answers: Reply[] = []
  while (answers.length < LONG_QUESTIONS) {
    const reply = await interview.next(request)
    if (reply === undefined) break
    answers.push(reply)
    const read = reply.usage === undefined ? 0 : totalCacheReadTokens(reply.usage)
    if (read > 0 && answers.length > 1) break
  }
  return answers
}

/** Two answers alike show that the seed arrived; two that differ show nothing. */
async function seedResult(interview: Interview, request: ChatRequest): Promise<ParameterResult> {
  const first = await interview.next(request)
  const isLost = first?.losses.includes('seed') === true || first?.text.trim() === ''
  const second = isLost || first === undefined ? undefined : await interview.next(request)
  const isSame = second !== undefined && second.text === first?.text
  return { name: 'seed', isHonored: isSame ? true : undefined }
}

/** What the format of the upstream has no place for says nothing of its honesty. */
function parameterResult(
  name: ParameterName,
  reply: Reply | undefined,
  isHonored: (reply: Reply) => boolean | undefined,
): ParameterResult {
  const isLost = reply?.losses.some((loss) => loss.startsWith(name)) === true
  const isSilent = reply !== undefined && reply.text === '' && reply.tools.length === 0
  return {
    name,
    isHonored: reply === undefined || isLost || isSilent ? undefined : isHonored(reply),
  }
}

/** Only of an answer that has the requested words; thinking is not in them. */
function writtenOf({ text, usage }: Reply): Counted | undefined {
  const words = text.trim().split(/\s+/).length
  if (Math.abs(words - ECHO_WORDS) > ECHO_WORDS / 10) return undefined
  const theirs = usage && usage.completionTokens - usage.reasoningTokens
  return { theirs, ours: words }
}

function promptOf({ usage }: Reply): number | undefined {
  return usage && totalPromptTokens(usage)
}

function textIn({ system, messages }: ChatRequest): string {
  const parts = messages.flatMap((message) => message.parts)
  const texts = parts.map((part) => (part.type === 'text' ? part.text : ''))
  return [...system.map(({ text }) => text), ...texts].join('\n')
}
