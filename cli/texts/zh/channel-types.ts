/** Channel types by their Chinese names, where they have one. */
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import type { Texts } from '../texts'

export const ZH_CHANNEL_TYPES: Texts = Object.fromEntries(
  CHANNEL_TYPES.filter(({ chineseName }) => chineseName !== '').map(({ name, chineseName }) => [
    name,
    chineseName,
  ]),
)
