import type { OptionKey } from '../../../../server/domain/options'
import { SECTION_ROWS } from './option-tabs'
import type { OptionForm } from './use-option-form'

/** What has to be filled in before the changed settings are saved. */
export function missingFor({ changed, valueOf: textOf }: OptionForm): OptionKey | undefined {
  const concerned = SECTION_ROWS.filter(({ keys }) => keys.some((key) => changed.includes(key)))
  return concerned
    .map(({ requires }) => requires)
    .find((key) => key !== undefined && textOf(key).trim() === '')
}
