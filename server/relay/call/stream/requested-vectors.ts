/** Vectors of an answer that passes through, written as the client requested them. */

import { isList } from '../../formats/dialects/json-fields'
import { base64Of, floatsOf, vectorOf } from '../../formats/dialects/vectors'
import { isObject } from '../../formats/parsed-body'
import type { Json, JsonObject } from '../../wire/chat'

/** What `encoding_format` asks for; any other value is between client and upstream. */
const ENCODINGS: Readonly<Record<string, (vector: Json | undefined) => Json | undefined>> = {
  base64: (vector) => (isList(vector) ? base64Of(vectorOf(vector)) : undefined),
  float: (vector) => (typeof vector === 'string' ? floatsOf(vector) : undefined),
}

interface Vectors {
  readonly json: JsonObject
  readonly text: Uint8Array
}

/** Many imitators of OpenAI ignore the field, and its SDKs ask for base64 by default. */
export function withRequestedVectors<Work extends Vectors>(work: Work, encoding: string): Work {
  const { data } = work.json
  const rewrite = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined
  if (rewrite === undefined || !isList(data)) return work
  const made = data.map((item) => {
    const embedding = isObject(item) ? rewrite(item.embedding) : undefined
    return isObject(item) && embedding !== undefined ? { ...item, embedding } : item
  })
  if (made.every((item, at) => item === data[at])) return work
  const json = { ...work.json, data: made }
  return { ...work, json, text: Buffer.from(JSON.stringify(json)) }
}
