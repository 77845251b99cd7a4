/** Rankings in the shapes of Jina, which most servers took over, of Cohere and of Voyage. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject, objectOf, objectsOf, textOf, tokensOf } from '../dialects/json-fields'
import { rankedIn, withTopN } from '../dialects/ranking-fields'
import type { TwinCodec } from './operation'

/** Requests in Jina's shape to Cohere, which gives no documents back and has texts only. */
export const toCohere: TwinCodec = {
  encode(request, model) {
    const body = withTopN(request)
    const { query, documents, top_n, max_doc_length } = body
    const texts = isList(documents) ? documents.map(plainText) : documents
    const made = { model, query: query && plainText(query), documents: texts, top_n }
    return {
      body: present({ ...made, max_tokens_per_doc: max_doc_length }),
      losses: lossesOf(body, 'max_doc_length'),
    }
  },
  readAnswer(answer, { model }) {
    const meta = objectOf(answer.meta)
    const tokens = objectOf(meta?.tokens) ?? objectOf(meta?.billed_units)
    const total = tokensOf(tokens?.input_tokens) ?? 0
    const usage = { total_tokens: total, prompt_tokens: total }
    return { object: 'list', model, usage, results: resultsOf(answer) }
  },
}

/** Requests in Cohere's shape to everybody else. */
export const toJina: TwinCodec = {
  encode(body, model) {
    const { query, documents, top_n, max_tokens_per_doc: max_doc_length } = body
    const made = { model, query, documents, top_n, max_doc_length, return_documents: false }
    return { body: present(made), losses: lossesOf(body, 'max_tokens_per_doc') }
  },
  readAnswer(answer, { requestId }) {
    const counts = objectOf(answer.usage) ?? objectOf(objectOf(answer.meta)?.tokens)
    const tokens = tokensOf(counts?.total_tokens) ?? tokensOf(counts?.input_tokens)
    const counted = tokens === undefined ? undefined : { tokens: { input_tokens: tokens } }
    const meta = { api_version: { version: '2' }, ...counted }
    return { id: requestId, results: resultsOf(answer), meta }
  },
}

const IN_BOTH: readonly string[] = ['model', 'query', 'documents', 'top_n']

/** Fields that the other shape has no place for; a request for nothing is none. */
function lossesOf(body: JsonObject, renamed: string): readonly string[] {
  return Object.keys(body).filter((name) => {
    const isWish = body[name] !== undefined && body[name] !== null && body[name] !== false
    return isWish && !IN_BOTH.includes(name) && name !== renamed
  })
}

function present(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** A document may be an object with a text; what has none is sent as it is. */
function plainText(value: Json): Json {
  if (!isObject(value)) return value
  return textOf(value.text) ?? JSON.stringify(value)
}

/** Clients of Voyage look for `data`; `top_n` is said by those of others. */
export function namedTwice(
  answer: JsonObject,
  fields: ReadonlySet<string>,
): JsonObject | undefined {
  const ranked = rankedIn(answer)
  if (ranked === undefined || (fields.has('top_n') && answer.results !== undefined))
    return undefined
  return { results: ranked, data: ranked }
}

/** For clients of Cohere, where the upstream is Voyage. */
export function namedAsResults(answer: JsonObject): JsonObject | undefined {
  const ranked = rankedIn(answer)
  return ranked === undefined || ranked === answer.results ? undefined : { results: ranked }
}

function resultsOf(answer: JsonObject): readonly JsonObject[] {
  const ranked = rankedIn(answer)
  if (ranked === undefined) throw new GatewayError('upstream.invalid_answer')
  return objectsOf(ranked).map(({ index, relevance_score }) => ({ index, relevance_score }))
}
