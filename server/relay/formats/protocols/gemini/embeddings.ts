/** Google's questions for vectors, in the words of OpenAI, in which they are translated. */
import { GatewayError } from '../../../../domain/errors/gateway-error'
import {
  asList,
  asString,
  invalid,
  isAbsent,
  isList,
  isObject,
  Leftovers,
  optionalInteger,
} from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'
import type { EmbeddingsCodec } from '../protocol'
import { camelFields, fieldsAt } from './messages'
import { writeEmbeddingsUsage } from './usage'

/** One text, and one vector for an answer. */
export const SINGLE = 'embedContent'

const KNOWN: ReadonlySet<string> = new Set(['model', 'content', 'outputDimensionality'])

export const embeddings: EmbeddingsCodec = {
  readRequest(sent, { verb }) {
    const leftovers = new Leftovers()
    const body = camelFields(sent, '')
    const requests = verb === SINGLE ? [readOne(body, '', leftovers)] : readBatch(body, leftovers)
    const [dimensions] = new Set(requests.map((one) => one.dimensions))
    if (requests.some((one) => one.dimensions !== dimensions)) {
      throw invalid('requests', 'reason.one_dimension')
    }
    const common = {
      input: requests.map(({ text }) => text),
      encoding_format: 'float',
      ...(dimensions !== undefined && { dimensions }),
    }
    return { common, losses: Object.keys(leftovers.all()) }
  },
  writeAnswer(common, { verb }, billed) {
    const vectors = vectorsIn(common)
    const usage = billed === undefined ? {} : { usageMetadata: writeEmbeddingsUsage(billed) }
    return verb === SINGLE ? { embedding: vectors[0], ...usage } : { embeddings: vectors, ...usage }
  },
}

interface EmbeddingRequest {
  readonly text: string
  readonly dimensions: number | undefined
}

function readBatch(body: JsonObject, leftovers: Leftovers): readonly EmbeddingRequest[] {
  leftovers.putUnknown(body, new Set(['model', 'requests']))
  const list = asList(body.requests, 'requests')
  if (list.length === 0) throw invalid('requests', 'reason.empty')
  return list.map((item, at) => {
    const path = `requests[${at}]`
    return readOne(fieldsAt(item, path), path, leftovers)
  })
}

function readOne(request: JsonObject, at: string, leftovers: Leftovers): EmbeddingRequest {
  const prefix = at === '' ? '' : `${at}.`
  // Named once for all requests of a batch.
  leftovers.putUnknown(request, KNOWN, at === '' ? '' : 'requests.')
  const path = `${prefix}outputDimensionality`
  return {
    text: textOf(request.content, `${prefix}content`),
    dimensions: optionalInteger(request.outputDimensionality, path, { min: 1 }),
  }
}

function textOf(value: Json | undefined, path: string): string {
  const { parts } = fieldsAt(value, path)
  const texts = asList(parts, `${path}.parts`).map((item, at) => {
    const here = `${path}.parts[${at}]`
    const { text } = fieldsAt(item, here)
    if (isAbsent(text)) throw invalid(here, 'reason.text_part')
    return asString(text, `${here}.text`)
  })
  return texts.join('')
}

/** In the order of the question. Throws `upstream.invalid_answer`. */
function vectorsIn({ data }: JsonObject): readonly JsonObject[] {
  const items = isList(data) ? data.filter(isObject) : []
  if (items.length === 0) throw new GatewayError('upstream.invalid_answer')
  const at = ({ index }: JsonObject) => (typeof index === 'number' ? index : 0)
  return items
    .toSorted((a, b) => at(a) - at(b))
    .map(({ embedding }) => {
      if (!isList(embedding)) throw new GatewayError('upstream.invalid_answer')
      return { values: embedding }
    })
}
