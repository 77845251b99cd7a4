import { figuresHold } from './figures'
import { IMPORT_RULES } from './import-rules'
import { REGISTRY_RULES } from './registry-rules'
import type { Rule } from './rule'
import { SIZE_RULES } from './size-rules'
import { TEXT_RULES } from './text-rules'
import { channelTypeNumbers } from './vendor-rules'

export const RULES: readonly Rule[] = [
  ...IMPORT_RULES,
  ...SIZE_RULES,
  ...TEXT_RULES,
  ...REGISTRY_RULES,
  channelTypeNumbers,
  figuresHold,
]
