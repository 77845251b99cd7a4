import type { JsonObject } from '../../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest } from '../dialect'
import { objectOf, objectsOf, textOf, tokensOf, withoutUndefined } from '../json-fields'
import { embeddingsAnswer, textsToEmbed, vectorOf } from '../vectors'

const KNOWN = new Set(['model', 'input', 'encoding_format', 'user'])
const MAX_TEXTS = 16

export const embeddings: EmbeddingsCodec = { encode, readAnswer }

function encode(body: JsonObject): EncodedRequest {
  const made = withoutUndefined({
    input: textsToEmbed(body.input, MAX_TEXTS),
    user_id: textOf(body.user),
  })
  const losses = Object.keys(body).filter((key) => !KNOWN.has(key) && body[key] !== undefined)
  return { body: made, losses, packsVectors: body.encoding_format === 'base64' }
}

function readAnswer(
  answer: JsonObject,
  call: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  const vectors = objectsOf(answer.data).map(({ embedding }) => vectorOf(embedding))
  return embeddingsAnswer(vectors, tokensOf(objectOf(answer.usage)?.prompt_tokens), call)
}
