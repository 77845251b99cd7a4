/** What observations say of an upstream's honesty, each finding with its evidence. */
import type { ErrorParams } from '../errors/gateway-error'
import type { Counted, Observed, Piece } from './observed'

export const VERIFY_CHECKS = [
  'model',
  'streaming',
  'usage',
  'context',
  'parameters',
  'cache',
] as const
export type VerifyCheck = (typeof VERIFY_CHECKS)[number]

export type FindingState = 'passed' | 'failed' | 'unclear'

export interface Finding {
  readonly check: VerifyCheck
  readonly state: FindingState
  /** Ends the key of a text that shows the evidence. */
  readonly evidence: Evidence
  readonly params: ErrorParams
}

export type Evidence =
  | 'model.same'
  | 'model.other'
  | 'model.unnamed'
  | 'model.maker'
  | 'streaming.spread'
  | 'streaming.whole'
  | 'streaming.burst'
  | 'streaming.quick'
  | 'usage.fair'
  | 'usage.inflated'
  | 'usage.hidden'
  | 'usage.untold'
  | 'context.whole'
  | 'context.cut'
  | 'context.lost'
  | 'parameters.kept'
  | 'parameters.dropped'
  | 'parameters.untold'
  | 'cache.passed'
  | 'cache.kept'
  | 'cache.none'
  | 'unasked'

export type Verdict = 'clean' | 'suspect' | 'unclear'

/** One failed check is enough to suspect, and one that passed to say that none was seen. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ state }) => state === 'failed')) return 'suspect'
  return findings.some(({ state }) => state === 'passed') ? 'clean' : 'unclear'
}

/** One finding per check, in their order. */
export function findingsOf(seen: Observed): readonly Finding[] {
  return VERIFY_CHECKS.map((check) => ({ check, ...JUDGES[check](seen) }))
}

type Judged = Omit<Finding, 'check'>

const JUDGES: Readonly<Record<VerifyCheck, (seen: Observed) => Judged>> = {
  model: checkModel,
  streaming: checkStreaming,
  usage: checkUsage,
  context: checkContext,
  parameters: checkParameters,
  cache: checkCache,
}

function judged(state: FindingState, evidence: Evidence, params: ErrorParams = {}): Judged {
  return { state, evidence, params }
}

const NOT_TESTED = judged('unclear', 'unasked')

/** Makers by how their models are called; what a model says of itself names them so, too. */
const MAKERS: readonly (readonly [maker: string, models: RegExp, says: RegExp])[] = [
  ['OpenAI', /^(gpt|o\d|chatgpt)/, /openai/i],
  ['Anthropic', /claude/, /anthropic/i],
  ['Google', /gemini|gemma/, /google|deepmind/i],
  ['DeepSeek', /deepseek/, /deepseek|深度求索/i],
  ['Alibaba', /qwen|qwq/, /alibaba|阿里|qwen/i],
  ['xAI', /grok/, /\bxai\b|x\.ai/i],
  ['Moonshot', /kimi|moonshot/, /moonshot|月之暗面/i],
  ['Zhipu', /glm/, /zhipu|z\.ai|智谱/i],
  ['Mistral', /mistral|codestral|devstral|magistral/, /mistral/i],
  ['Meta', /llama/, /\bmeta\b/i],
]

function checkModel({ model, reported, isMakersName, maker }: Observed): Judged {
  const other = reported.find((name) => !isSameModel(model, name))
  const params = { model, reported: reported.join(', '), maker: maker ?? '' }
  if (other !== undefined && isMakersName) return judged('failed', 'model.other', params)
  if (reported.length === 0 || other !== undefined)
    return judged('unclear', 'model.unnamed', params)
  const own = MAKERS.find(([, models]) => models.test(bareName(model)))
  const named = MAKERS.filter(([, , says]) => says.test(maker ?? '')).map(([name]) => name)
  // Models have read each other's words: what one says of itself is a hint and no proof.
  const isOdd = own !== undefined && named.length > 0 && !named.includes(own[0])
  return isOdd ? judged('unclear', 'model.maker', params) : judged('passed', 'model.same', params)
}

/** Makers answer with a dated name, resellers without the maker in front of it. */
function isSameModel(requested: string, reported: string): boolean {
  const [a, b] = [bareName(requested), bareName(reported)]
  return a === b || isVersionOf(a, b) || isVersionOf(b, a)
}

/** What stands behind a name may be a date or a version, but no other size of the model. */
function isVersionOf(name: string, longer: string): boolean {
  return (
    longer.startsWith(`${name}-`) &&
    /^[\dv-]+$|^(?:latest|preview)/.test(longer.slice(name.length + 1))
  )
}

function bareName(model: string): string {
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  return name.replaceAll('.', '-').replace(/-(?:latest|thinking)$/, '')
}

/** Answers shorter than this show nothing of how they were sent. */
const ENOUGH_CHARACTERS = 150
const ENOUGH_PIECES = 5
/** What takes less may well come at once. */
const ENOUGH_MS = 1500
/** A model that writes needs its time for it: less than this share of all is a recital. */
const LEAST_SHARE = 0.1

function checkStreaming({ pieces }: Observed): Judged {
  const [first] = pieces ?? []
  const last = pieces?.at(-1)
  if (pieces === undefined || first === undefined || last === undefined) return NOT_TESTED
  const characters = sumOf(pieces, ({ characters }) => characters)
  const params = {
    pieces: pieces.length,
    waited: secondsOf(first.atMs),
    spread: secondsOf(last.atMs - first.atMs),
  }
  if (characters < ENOUGH_CHARACTERS) return judged('unclear', 'streaming.quick', params)
  if (pieces.length < ENOUGH_PIECES) return judged('failed', 'streaming.whole', params)
  if (last.atMs < ENOUGH_MS) return judged('unclear', 'streaming.quick', params)
  const share = (last.atMs - first.atMs) / last.atMs
  return share < LEAST_SHARE
    ? judged('failed', 'streaming.burst', params)
    : judged('passed', 'streaming.spread', params)
}

function sumOf(pieces: readonly Piece[], of: (piece: Piece) => number): number {
  return pieces.reduce((sum, piece) => sum + of(piece), 0)
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(2)
}

/** Plain words are one token each everywhere; other makers' tokenizers differ a little more. */
const FAIR_IF_KNOWN = 1.15
const FAIR = 1.6
/** What a chat is wrapped in, and then some. */
const FAIR_WRAPPING = 150

function checkUsage({ model, short, long, written }: Observed): Judged {
  const fair = /^(gpt|o\d|chatgpt)/.test(bareName(model)) ? FAIR_IF_KNOWN : FAIR
  const read = growth(short, long)
  const counts = [...(read === undefined ? [] : [read]), ...(isCounted(written) ? [written] : [])]
  if (counts.length === 0) return judged('unclear', 'usage.untold')
  const inflated = counts.find(({ theirs, ours }) => theirs > ours * fair)
  if (inflated !== undefined) {
    const factor = (inflated.theirs / inflated.ours).toFixed(2)
    return judged('failed', 'usage.inflated', { ...inflated, factor })
  }
  if (isCounted(short) && short.theirs - short.ours > FAIR_WRAPPING) {
    return judged('failed', 'usage.hidden', { theirs: short.theirs, ours: short.ours })
  }
  const [{ theirs, ours } = NOTHING] = counts
  // Far too little is no kindness: the rest of what was sent has been cut away.
  const isWhole = theirs > ours * LEAST_READ
  return judged(isWhole ? 'passed' : 'unclear', 'usage.fair', { theirs, ours })
}

const NOTHING: Compared = { theirs: 0, ours: 0 }

interface Compared {
  readonly theirs: number
  readonly ours: number
}

function isCounted(counted: Counted | undefined): counted is Compared {
  return counted?.theirs !== undefined
}

/** By how much the long prompt is longer: what every prompt is wrapped in falls out. */
function growth(short: Counted | undefined, long: Counted | undefined): Compared | undefined {
  if (!isCounted(short) || !isCounted(long)) return undefined
  return { theirs: long.theirs - short.theirs, ours: long.ours - short.ours }
}

/** Of what was sent, the upstream counted less than this: the rest never reached the model. */
const LEAST_READ = 0.7

function checkContext({ needle, long }: Observed): Judged {
  if (needle === undefined) return NOT_TESTED
  const answer = needle.answer.toLowerCase()
  const found = needle.hidden.map((word) => answer.includes(word))
  const params = {
    found: found.filter(Boolean).length,
    hidden: found.length,
    tokens: long?.ours ?? 0,
    theirs: long?.theirs ?? 0,
  }
  const isShort = isCounted(long) && long.theirs < long.ours * LEAST_READ
  if (found.every(Boolean) && !isShort) return judged('passed', 'context.whole', params)
  if (found.some(Boolean) || isShort) return judged('failed', 'context.cut', params)
  return judged('unclear', 'context.lost', params)
}

function checkParameters({ parameters }: Observed): Judged {
  const named = (isKept: boolean | undefined) =>
    parameters
      .filter((one) => one.isHonored === isKept)
      .map(({ name }) => name)
      .join(', ')
  const params = { kept: named(true), dropped: named(false), untold: named(undefined) }
  if (params.dropped !== '') return judged('failed', 'parameters.dropped', params)
  if (params.kept === '') return judged('unclear', 'parameters.untold', params)
  return judged('passed', 'parameters.kept', params)
}

function checkCache({ cacheReads, isCached }: Observed): Judged {
  if (cacheReads.length === 0) return NOT_TESTED
  const best = Math.max(...cacheReads.map((read) => read ?? 0))
  const params = { tokens: best, times: cacheReads.length }
  if (best > 0) return judged('passed', 'cache.passed', params)
  return isCached ? judged('failed', 'cache.kept', params) : judged('unclear', 'cache.none', params)
}
