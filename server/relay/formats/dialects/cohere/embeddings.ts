/** OpenAI embeddings to the vendor's own and back. */
import type { JsonObject } from '../../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest, UpstreamCall } from '../dialect'
import { countOf, isList, objectOf, textOf, tokensOf } from '../json-fields'
import { embeddingsAnswer, textsToEmbed, vectorOf } from '../vectors'

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format', 'input_type', 'truncate'])
const MAX_TEXTS = 96
/** What texts are embedded for, unless the client says it in the vendor's word. */
const USUAL_PURPOSE = 'search_document'

export const embeddings: EmbeddingsCodec = { encode, readAnswer }

function encode(body: JsonObject, call: UpstreamCall): EncodedRequest {
  const dimensions = countOf(body.dimensions)
  const truncate = textOf(body.truncate)
  const made = {
    model: call.upstreamModel,
    texts: textsToEmbed(body.input, MAX_TEXTS),
    input_type: textOf(body.input_type) ?? USUAL_PURPOSE,
    embedding_types: ['float'],
    ...(dimensions !== undefined && { output_dimension: dimensions }),
    ...(truncate !== undefined && { truncate }),
  }
  const losses = Object.keys(body).filter((key) => !KNOWN.has(key) && body[key] !== undefined)
  return { body: made, losses, packsVectors: body.encoding_format === 'base64' }
}

function readAnswer(
  answer: JsonObject,
  call: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  const vectors = objectOf(answer.embeddings)?.float
  const billed = objectOf(objectOf(answer.meta)?.billed_units)
  return embeddingsAnswer(
    isList(vectors) ? vectors.map(vectorOf) : [],
    tokensOf(billed?.input_tokens),
    call,
  )
}
