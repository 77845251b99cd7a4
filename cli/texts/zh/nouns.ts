import { channelFields } from '../../../server/domain/nouns/channel'
import type { Fields } from '../../../server/domain/nouns/noun'
import { redemptionFields } from '../../../server/domain/nouns/redemption'
import { tokenFields } from '../../../server/domain/nouns/token'
import { userFields } from '../../../server/domain/nouns/user'
import type { Texts } from '../texts'

const NOUNS: readonly Fields[] = [channelFields, tokenFields, redemptionFields, userFields]

/** What nouns call their fields, as headings and as help of flags have it. */
export const ZH_NOUNS: Texts = Object.fromEntries(
  NOUNS.flatMap((rows) => Object.values(rows)).flatMap(({ title }) =>
    title === undefined
      ? []
      : [
          [title.en.toUpperCase(), title.zh],
          [title.en.toLowerCase(), title.zh],
        ],
  ),
)
