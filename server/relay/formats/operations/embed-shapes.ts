/** Vectors in the shape of Cohere, for upstreams that have only that of OpenAI. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { invalid } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { isList, objectOf, objectsOf, tokensOf } from '../dialects/json-fields'
import type { TwinCodec } from './operation'

/** Fields that OpenAI's form has a place for; all others are named as lost. */
const KNOWN: readonly string[] = ['model', 'texts', 'embedding_types', 'output_dimension']
const FORM = 'float'

export const toOpenai: TwinCodec = {
  encode(body, model) {
    const { texts, embedding_types: forms, output_dimension: dimensions } = body
    // Pictures are embedded at Cohere alone.
    if (!isList(texts)) throw invalid('texts', 'reason.required')
    if (isList(forms) && forms.some((form) => form !== FORM)) {
      throw invalid('embedding_types', 'reason.not_a_choice', { choices: FORM })
    }
    const sized = dimensions === undefined || dimensions === null ? {} : { dimensions }
    return {
      body: { model, input: texts, encoding_format: FORM, ...sized },
      losses: Object.keys(body).filter((name) => isLost(name, body[name])),
    }
  },
  readAnswer(answer, { requestId }) {
    if (!isList(answer.data)) throw new GatewayError('upstream.invalid_answer')
    const vectors = inOrder(answer.data).map(({ embedding }) => embedding ?? null)
    const tokens = tokensOf(objectOf(answer.usage)?.prompt_tokens)
    const billed = tokens === undefined ? undefined : { billed_units: { input_tokens: tokens } }
    return {
      id: requestId,
      embeddings: { [FORM]: vectors },
      meta: { api_version: { version: '2' }, ...billed },
      response_type: 'embeddings_by_type',
    }
  },
}

function isLost(name: string, value: Json | undefined): boolean {
  return value !== undefined && value !== null && !KNOWN.includes(name)
}

function inOrder(data: readonly Json[]): readonly JsonObject[] {
  const placeOf = ({ index }: JsonObject) => (typeof index === 'number' ? index : 0)
  return objectsOf(data).toSorted((a, b) => placeOf(a) - placeOf(b))
}
