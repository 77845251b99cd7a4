import {
  isTag,
  MOST_TAG_CHARACTERS,
  MOST_TAGS,
  TAGS_HEADER,
  tagsIn,
  withTags,
} from '../../../domain/calls/tags'
import type { TokenRecord } from '../../ports/token-record'
import { invalid } from '../../wire/body-fields'

/**
 * Those of the key and of the header, comma separated. Throws `request.invalid` for a header that
 * names others than there may be: who sends it means it.
 */
export function callerTags({ tags: fixed }: Pick<TokenRecord, 'tags'>, headers: Headers): string {
  const text = headers.get(TAGS_HEADER)
  if (text === null) return fixed
  const tags = tagsIn(text)
  if (tags.length > MOST_TAGS) throw invalid(TAGS_HEADER, 'reason.too_many', { max: MOST_TAGS })
  if (!tags.every(isTag)) {
    throw invalid(TAGS_HEADER, 'reason.not_a_tag', { max: MOST_TAG_CHARACTERS })
  }
  return withTags(fixed, tags.join(','))
}
