import { modelKind } from '../../../../domain/calls/model-calls'
import { OPERATION_TRAITS } from '../../../../domain/calls/operations'
import { CALL_ROUTES } from '../../../../domain/calls/routes'
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import { invalid } from '../../../wire/body-fields'
import type { ModelFacts, ModelShapes } from '../protocol'
import { resourceName } from './model-name'

/** What Google calls a conversation on a socket. */
const LIVE_VERB = 'bidiGenerateContent'

/** Those that are called on a model by name. */
const OWN_ROUTES = CALL_ROUTES.filter(
  ({ protocol, verb, socket }) => protocol === 'gemini' && (verb !== '' || socket !== undefined),
)

/** As Google has it. */
const USUAL_PAGE = 50
const LARGEST_PAGE = 1000

export const models: ModelShapes = {
  one: modelOf,
  list(names, facts) {
    const { query } = facts
    const size = sizeOf(query.get('pageSize') ?? query.get('page_size'))
    const from = startOf(query.get('pageToken') ?? query.get('page_token'), names.length)
    const to = from + size
    const more = to < names.length ? { nextPageToken: tokenOf(to) } : {}
    return { models: names.slice(from, to).map((name) => modelOf(name, facts)), ...more }
  },
}

function modelOf(model: string, { lengthsOf }: ModelFacts): object {
  const { usualOutput, thinking } = capabilitiesOf(model)
  const { context: inputTokenLimit, output: outputTokenLimit = usualOutput } = lengthsOf(model)
  return {
    name: resourceName(model),
    baseModelId: model,
    version: '',
    displayName: model,
    description: '',
    ...(inputTokenLimit !== undefined && { inputTokenLimit }),
    ...(outputTokenLimit !== undefined && { outputTokenLimit }),
    supportedGenerationMethods: methodsOf(model),
    ...(thinking !== undefined && { thinking: thinking.size > 0 }),
  }
}

/** By what the model is for; the verbs are those of the routes. */
function methodsOf(model: string): readonly string[] {
  const kind = modelKind(model)
  const verbs = OWN_ROUTES.filter(({ operation }) =>
    kind === 'chat' ? OPERATION_TRAITS[operation].isTalk : operation === kind,
  ).map(({ verb }) => verb || LIVE_VERB)
  return [...new Set(verbs)]
}

function sizeOf(text: string | null): number {
  if (text === null || text === '') return USUAL_PAGE
  const size = Number(text)
  if (!Number.isSafeInteger(size)) throw invalid('pageSize', 'reason.not_an_integer')
  if (size < 0) throw invalid('pageSize', 'reason.at_least', { min: 0 })
  return size === 0 ? USUAL_PAGE : Math.min(size, LARGEST_PAGE)
}

/** Tokens are opaque to clients; inside they are where the next page begins. */
function tokenOf(start: number): string {
  return Buffer.from(`from:${start}`).toString('base64url')
}

const TOKEN = /^from:(\d{1,9})$/

function startOf(token: string | null, count: number): number {
  if (token === null || token === '') return 0
  const start = TOKEN.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (start === undefined || Number(start) > count) throw invalid('pageToken', 'reason.not_allowed')
  return Number(start)
}
