import type { redemptionFields } from '../../../server/domain/nouns/redemption'
import type { OwnFlags } from '../../command/noun-flags'

type RedemptionFlags = OwnFlags<typeof redemptionFields>

/** Where the noun alone would say too little. */
export const CREATE_FLAGS: RedemptionFlags = {
  // The positional argument, or its flag.
  name: false,
  quota: { kind: 'integer', summary: 'credits that each code is worth' },
}

export const SET_FLAGS: RedemptionFlags = {
  name: { kind: 'text', summary: 'what it is for' },
  quota: { kind: 'integer', summary: 'credits that it is worth' },
}
