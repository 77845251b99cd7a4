import type { JsonObject } from '../../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest, UpstreamCall } from '../dialect'
import { countOf, isList, tokensOf } from '../json-fields'
import { embeddingsAnswer, textsToEmbed, vectorOf } from '../vectors'

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format', 'options', 'keep_alive'])
const MAX_TEXTS = 2048

export const embeddings: EmbeddingsCodec = { encode, readAnswer }

function encode(body: JsonObject, call: UpstreamCall): EncodedRequest {
  const dimensions = countOf(body.dimensions)
  const made = {
    model: call.upstreamModel,
    input: textsToEmbed(body.input, MAX_TEXTS),
    ...(dimensions !== undefined && { dimensions }),
    ...(body.options !== undefined && { options: body.options }),
    ...(body.keep_alive !== undefined && { keep_alive: body.keep_alive }),
  }
  const losses = Object.keys(body).filter((key) => !KNOWN.has(key) && body[key] !== undefined)
  return { body: made, losses, packsVectors: body.encoding_format === 'base64' }
}

function readAnswer(
  answer: JsonObject,
  call: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  const { embeddings: vectors } = answer
  return embeddingsAnswer(
    isList(vectors) ? vectors.map(vectorOf) : [],
    tokensOf(answer.prompt_eval_count),
    call,
  )
}
