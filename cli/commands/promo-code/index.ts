/** Commands about promo codes, in the order of help. */
import type { Command } from '../../command/command'
import { promoCodeCreate } from './create'
import { promoCodeDelete } from './delete'
import { promoCodeList } from './list'
import { promoCodeSet } from './set'
import { promoCodeShow } from './show'
import { promoCodeUses } from './uses'

export const promoCodeCommands: readonly Command[] = [
  promoCodeList,
  promoCodeShow,
  promoCodeCreate,
  promoCodeSet,
  promoCodeUses,
  promoCodeDelete,
]
