/** What Converse cites, in the words of Claude, whose blocks cite as these do. */
import type { Json, JsonObject } from '../../../wire/chat'
import { isObject, objectOf, objectsOf, textOf } from '../json-fields'

/** Of a block, or of a delta of a stream. */
export function claudeCitations(value: Json | undefined): readonly JsonObject[] {
  return objectsOf(value).map(claudeCitation)
}

function claudeCitation({ title, source, sourceContent, location }: JsonObject): JsonObject {
  // One field, named after the kind of place.
  const place = Object.values(objectOf(location) ?? {}).find(isObject) ?? {}
  return {
    title,
    source,
    url: place.url,
    document_index: place.documentIndex ?? place.searchResultIndex,
    cited_text: textIn(sourceContent),
  }
}

/** The texts of a list of content, together. */
export function textIn(content: Json | undefined): string {
  return objectsOf(content)
    .map(({ text }) => textOf(text) ?? '')
    .join('')
}
